//! The published benchmark programs of `../shared/tasks`, skipped if the folder is absent. A row that has to be solved gets
//! enough time for any machine in merge mode. All others, and path mode, get a short time, in which they need not have a
//! verdict, but must have no wrong one.

use libtest_mimic::Trial;
use multise::Mode;
use std::time::Duration;
use support::trials::Task;

pub fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    if let Some(folder) = support::shared("tasks") {
        let csv = support::read(folder.join("tasks.csv"));
        for task in Task::read(&csv) {
            let merge = if task.must { Duration::from_secs(300) } else { Duration::from_millis(300) };
            for (mode, word, limit) in [(Mode::Merge, "merge", merge), (Mode::Path, "path", Duration::from_millis(200))]
            {
                let (task, folder) = (task.clone(), folder.clone());
                let has_to = task.must && mode == Mode::Merge;
                let name = format!("tasks/{} {} ({word})", task.file, task.options);
                let run = move || task.run(&folder, mode, limit, has_to);
                trials.push(Trial::test(name, run).with_kind(if has_to { "must" } else { "never wrong" }));
            }
        }
    }
    trials
}
