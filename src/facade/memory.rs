//! Resident memory of this process, the solver's included.

/// What is resident now, in bytes; zero where the system does not know.
pub fn resident() -> u64 {
    memory_stats::memory_stats().map_or(0, |m| m.physical_mem as u64)
}

/// The most that was ever resident, in bytes; what is resident now where the system does not know.
pub fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let high_water_mark = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kibibytes = high_water_mark.and_then(|rest| rest.trim().strip_suffix("kB")?.trim().parse::<u64>().ok());
    kibibytes.map_or_else(resident, |kib| kib * 1024)
}
