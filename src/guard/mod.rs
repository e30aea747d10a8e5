//! Guards: Boolean functions of the inputs as BDDs over canonical atoms.
