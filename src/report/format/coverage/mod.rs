//! Coverage as a table, as a tracefile of lcov and as XML of Cobertura.

mod cobertura;
mod lcov;
mod table;

pub use cobertura::cobertura;
pub use lcov::lcov;
pub use table::table;
