//! Methods that `javac` has compiled are lowered, validated and run. Where there is no `javac`, these tests say so and check
//! nothing.

mod library;
mod running;
mod world;
