//! A one-node Slurm for a test: a controller and a node daemon of the user who runs the test. They keep all their files in a
//! temporary folder, listen on free ports, and end with the test, however it ends.
//!
//! It trusts user names (`auth/none`), so it needs neither `munged` nor its key. It enforces no limits, so it needs no
//! rights: it runs without root, in a container, and on a machine with less memory than it claims to have.

use std::fs::{self, File};
use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};
use support::process::printed;
use tempfile::TempDir;

/// The time until the daemons must have run a job. They need a second or two; only if they fail, all of it passes.
const SOON: Duration = Duration::from_secs(60);

/// Eight jobs at a time, whatever memory they ask for. It looks for new jobs once a second.
const CONFIGURATION: &str = "\
ClusterName=multise
SlurmctldHost=localhost
AuthType=auth/none
CredType=cred/none
MailProg=/bin/true
MpiDefault=none
SwitchType=switch/none
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core_Memory
SchedulerType=sched/builtin
SchedulerParameters=batch_sched_delay=0,sched_min_interval=1
SlurmdParameters=config_overrides
ReturnToService=2
KillWait=10
NodeName=node NodeHostname=localhost NodeAddr=127.0.0.1 CPUs=8 RealMemory=65536
PartitionName=all Nodes=node Default=YES MaxTime=INFINITE State=UP
";

/// The daemons. Dropping them cancels the remaining jobs and ends the daemons.
pub struct Slurm {
    folder: TempDir,
    user: String,
    daemons: Vec<Child>,
}

impl Slurm {
    /// Starts the daemons and has them run a job. The error says why this is not possible here.
    pub fn start() -> Result<Self, String> {
        // Between the search for a free port and its use, another program may take the port. Then a daemon ends at once.
        let mut slurm = Self::begin()?;
        let mut runs = slurm.runs_a_job();
        if !runs && slurm.daemons.iter_mut().any(has_ended) {
            slurm = Self::begin()?;
            runs = slurm.runs_a_job();
        }
        if runs { Ok(slurm) } else { Err(format!("it does not run a job\n{}", slurm.said())) }
    }

    /// Starts the daemons.
    fn begin() -> Result<Self, String> {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let own = |name: &str| folder.path().join(name).display().to_string();
        let user = Command::new("id").arg("-un").output().expect("there is `id`").stdout;
        let user = String::from_utf8_lossy(&user).trim().to_owned();
        // Both are bound at the same time, so that they differ.
        let listeners = [(); 2].map(|()| TcpListener::bind("127.0.0.1:0").expect("a free port"));
        let [controller, node] =
            listeners.each_ref().map(|listener| listener.local_addr().expect("a port").port().to_string());
        drop(listeners);
        let mut configuration = CONFIGURATION.to_owned();
        for (key, value) in [
            ("SlurmUser", user.clone()),
            ("SlurmdUser", user.clone()),
            ("SlurmctldPort", controller),
            ("SlurmdPort", node),
            ("StateSaveLocation", own("state")),
            ("SlurmdSpoolDir", own("spool")),
            ("SlurmctldPidFile", own("slurmctld.pid")),
            ("SlurmdPidFile", own("slurmd.pid")),
            ("SlurmctldLogFile", own("slurmctld.log")),
            ("SlurmdLogFile", own("slurmd.log")),
        ] {
            configuration += &format!("{key}={value}\n");
        }
        fs::write(own("slurm.conf"), configuration).expect("a configuration");
        for name in ["state", "spool"] {
            fs::create_dir(own(name)).expect("a folder");
        }

        let mut slurm = Self { folder, user, daemons: Vec::new() };
        for program in ["sbatch", "slurmctld", "slurmd"] {
            let version = slurm.command(program).arg("-V").output();
            if !version.is_ok_and(|output| output.status.success()) {
                return Err(format!("no `{program}`"));
            }
        }
        for (program, words) in [("slurmctld", &["-D", "-i"][..]), ("slurmd", &["-D", "-N", "node"])] {
            let said = File::create(slurm.folder.path().join(program)).expect("a file");
            let mut command = slurm.command(program);
            command.args(words).current_dir(slurm.folder.path());
            command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(said);
            slurm.daemons.push(command.spawn().map_err(|error| format!("`{program}`: {error}"))?);
        }
        Ok(slurm)
    }

    /// Whether it runs a trivial job.
    fn runs_a_job(&mut self) -> bool {
        let done = self.folder.path().join("done");
        let job = ["--output=/dev/null", "--wrap", &format!("touch '{}'", done.display())];
        let mut submitted = false;
        let begun = Instant::now();
        while !(done.exists() && self.is_idle()) {
            submitted = submitted || self.answer("sbatch", &job).is_some();
            if begun.elapsed() > SOON || self.daemons.iter_mut().any(has_ended) {
                return false;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        true
    }

    /// A command that uses this Slurm.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        // Daemons are often only in the administrator's `PATH`.
        let path = std::env::var("PATH").unwrap_or_default();
        command.env("PATH", format!("{path}:/usr/sbin:/sbin"));
        self.known_to(&mut command);
        command
    }

    /// Makes a command use this Slurm.
    pub fn known_to(&self, command: &mut Command) {
        command.env("SLURM_CONF", self.folder.path().join("slurm.conf"));
    }

    /// The output of a program, if it succeeds.
    fn answer(&self, program: &str, words: &[&str]) -> Option<String> {
        let output = self.command(program).args(words).current_dir(self.folder.path()).output().ok()?;
        output.status.success().then(|| printed(&output))
    }

    /// Whether no job waits or runs.
    pub fn is_idle(&self) -> bool {
        self.answer("squeue", &["--noheader"]).is_some_and(|jobs| jobs.trim().is_empty())
    }

    /// Cancels all jobs. Returns whether the request could be made.
    pub fn cancel(&self) -> bool {
        self.answer("scancel", &["--user", &self.user]).is_some()
    }

    /// The jobs, and the last lines of the daemons' logs.
    pub fn said(&self) -> String {
        let mut said = self.answer("squeue", &[]).unwrap_or_default();
        for daemon in ["slurmctld", "slurmd"] {
            let text = fs::read_to_string(self.folder.path().join(daemon)).unwrap_or_default();
            let lines: Vec<&str> = text.lines().collect();
            said += &lines[lines.len().saturating_sub(10)..].join("\n");
            said.push('\n');
        }
        said
    }
}

impl Drop for Slurm {
    fn drop(&mut self) {
        if self.daemons.is_empty() {
            return;
        }
        let begun = Instant::now();
        // Jobs outlive the daemon that has started them.
        if self.cancel() {
            while !self.is_idle() && !self.daemons.iter_mut().any(has_ended) && begun.elapsed() < SOON {
                std::thread::sleep(Duration::from_millis(50));
            }
        }
        let asked = self.answer("scontrol", &["shutdown"]).is_some();
        while asked && !self.daemons.iter_mut().all(has_ended) && begun.elapsed() < SOON {
            std::thread::sleep(Duration::from_millis(50));
        }
        for daemon in &mut self.daemons {
            // An error means that it has ended already.
            let _ = daemon.kill();
            let _ = daemon.wait();
        }
    }
}

fn has_ended(daemon: &mut Child) -> bool {
    !matches!(daemon.try_wait(), Ok(None))
}
