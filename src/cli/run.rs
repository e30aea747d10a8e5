//! `multise run`: one concrete execution.

use super::args::Run;
use super::exit::{Exit, Failure};
use super::interrupt;
use super::load::{is_stdin, is_stream, load, read, warn};
use super::options;
use super::output::{answer, stdout_style};
use crate::config::Dialect;
use crate::facade::Program;
use crate::inputs::Inputs;
use crate::interp::{self, End, Limits};
use crate::ir::MethodId;
use crate::report::format::run::render;
use crate::report::format::text::Detail;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread;
use std::time::Duration;

/// The largest file of inputs that is read, bytes.
const MAX_INPUTS: u64 = 1 << 30;

/// Runs the command. It needs a big stack, because expressions are evaluated recursively.
pub fn run(args: &Run) -> Result<Exit, Failure> {
    let detail = options::detail(&args.verbosity)?;
    let dialect = options::dialect(&args.language, &args.entry)?;
    if is_stdin(&args.file) && args.inputs.as_deref().is_some_and(is_stdin) {
        return Err(Failure::refused("the program and the inputs cannot both be read from standard input"));
    }
    // So Ctrl-C ends it even if the parent process ignores Ctrl-C.
    interrupt::handle()?;
    let alarm = args.timeout.map(end_after).transpose()?;
    let (program, call) = loaded(args, &dialect)?;
    let (entry, run) = match call {
        Some(call) => called(&program, call, &dialect, args, detail)?,
        None => named(&program, &dialect, args, detail)?,
    };
    drop(alarm);
    let text = render(program.ir(), program.source(), entry, &run, detail, stdout_style());
    answer(&text)?;
    Ok(exit_of(&run.end))
}

/// The program, and the call that is made in it. What names no method of a class path may be a call.
fn loaded<'a>(args: &'a Run, dialect: &Dialect) -> Result<(Program, Option<&'a str>), Failure> {
    if let Some(call) = &args.call {
        let program = match is_stream(&args.file) {
            true => load(&args.file, dialect)?,
            false => Program::load_for(&args.file, call, dialect)?,
        };
        return Ok((program, Some(call)));
    }
    load(&args.file, dialect).map(|program| (program, None)).or_else(|failure| {
        let call = args.file.to_str().filter(|_| args.inputs.is_none());
        match call.and_then(|call| Some((Program::load_on_path(call, dialect)?, call))) {
            Some((program, call)) => Ok((program?, Some(call))),
            None => Err(failure),
        }
    })
}

/// Runs a call.
fn called(
    program: &Program,
    call: &str,
    dialect: &Dialect,
    args: &Run,
    detail: Detail,
) -> Result<(MethodId, interp::Run), Failure> {
    let called = program.call(call)?;
    warn(program, detail);
    let run = interp::run(program.ir(), called.entry, &called.inputs, dialect, Limits::steps(args.steps));
    let run = run.map_err(|e| called.refuse(&e.path, &e.problem.to_string()))?;
    Ok((called.entry, run))
}

/// Runs the entry on the inputs of a file, if there is one.
fn named(program: &Program, dialect: &Dialect, args: &Run, detail: Detail) -> Result<(MethodId, interp::Run), Failure> {
    let entry = program.start(&args.entry)?;
    warn(program, detail);
    let (name, inputs) = match &args.inputs {
        None => ("no inputs".to_owned(), Inputs::default()),
        Some(file) => {
            let name = if is_stdin(file) { "the inputs".to_owned() } else { format!("`{}`", file.display()) };
            let bytes = read(file, MAX_INPUTS)?;
            let inputs = Inputs::from_json(&bytes);
            let inputs = inputs.map_err(|e| Failure::refused(format!("{name}: not the JSON form of inputs: {e}")))?;
            (name, inputs)
        }
    };
    let run = interp::run(program.ir(), entry, &inputs, dialect, Limits::steps(args.steps));
    Ok((entry, run.map_err(|e| Failure::refused(format!("{name}: {e}")))?))
}

/// Ends the process after some time, unless the result is dropped before. Steps do not poll for this, so it also ends a
/// product of huge numbers. Ctrl-C is not handled and ends the process too.
fn end_after(time: Duration) -> Result<Sender<()>, Failure> {
    let (sender, dropped) = channel();
    let wait = move || {
        if dropped.recv_timeout(time) == Err(RecvTimeoutError::Timeout) {
            let printed = answer(&(stdout_style().unsure("time limit") + "\n"));
            let exit = printed.map_or_else(|failure| failure.exit(), |()| Exit::Unknown);
            std::process::exit(exit as i32);
        }
    };
    let spawned = thread::Builder::new().name("alarm".to_owned()).spawn(wait);
    spawned.map(|_| sender).map_err(Failure::internal)
}

/// The exit code of a run.
pub fn exit_of(end: &End) -> Exit {
    match end {
        End::Returned { .. } | End::Threw(_) | End::Unchecked(_) => Exit::Good,
        End::Violation(_) => Exit::Bad,
        End::StepLimit | End::Cancelled | End::Covered(_) | End::Unsupported { .. } => Exit::Unknown,
        End::Rejected { .. } | End::UnknownMethod { .. } | End::Unfit { .. } | End::Unscheduled { .. } => Exit::Refused,
    }
}
