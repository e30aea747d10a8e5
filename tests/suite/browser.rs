//! The pages in a browser: they open without an error, a violation can be stepped through, values and graph appear.
//!
//! Chromium runs a copy of the page with an additional script, which acts like a reader and records what it finds. Without
//! Chromium the tests say so and pass; `CHROMIUM` names one that is not in the path. Screenshots are left in new folders in
//! `target/tmp/browser/`, below the folder for temporary files of tests.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

const NAMES: [&str; 4] = ["chromium", "chromium-browser", "google-chrome", "chrome"];

/// The script before the page's own scripts: it records errors.
const BEFORE: &str = "<script>
  const errors = [];
  addEventListener('error', (event) => errors.push(event.message));
  console.error = (...what) => errors.push(what.join(' '));
</script>";

/// The script after them: it makes the checks of a test, and stores the outcome for the test.
fn after(checks: &str) -> String {
    "<script>
      const failed = [];
      const ensure = (holds, what) => { if (!holds) failed.push(what); };
      const all = (selector) => [...document.querySelectorAll(selector)];
      const one = (selector) => document.querySelector(selector) || (failed.push('no ' + selector), document.body);
      const key = (element, name) => element.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
      try { CHECKS } catch (error) { failed.push(String(error)); }
      document.title = 'outcome: ' + (failed.concat(errors).join('; ') || 'passed');
    </script>"
        .replace("CHECKS", checks)
}

fn chromium() -> Option<PathBuf> {
    let given = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let folders: Vec<PathBuf> =
        std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
    let found =
        given.or_else(|| folders.iter().flat_map(|f| NAMES.iter().map(move |n| f.join(n))).find(|p| p.is_file()));
    if found.is_none() {
        eprintln!("skipped: there is no Chromium (CHROMIUM can name one)");
    }
    found
}

/// A new folder for a test, which is not removed.
fn folder(test: &str) -> PathBuf {
    let all = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    fs::create_dir_all(&all).expect("a folder can be made");
    let made = tempfile::Builder::new().prefix(&format!("{test}-")).tempdir_in(all);
    made.expect("a folder can be made").keep()
}

/// Runs Chromium on a page and returns its output.
fn browse(chromium: &Path, folder: &Path, page: &Path, fragment: &str, options: &[&str]) -> String {
    let page = page.canonicalize().expect("the page is there");
    let output = Command::new(chromium)
        .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-extensions", "--hide-scrollbars"])
        .arg(format!("--user-data-dir={}", folder.join("profile").display()))
        .args(options)
        .arg(format!("file://{}{fragment}", page.display()))
        .stderr(Stdio::null())
        .output()
        .expect("Chromium runs");
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Opens a page at a place, and makes checks.
fn check(chromium: &Path, folder: &Path, page: &str, fragment: &str, checks: &str) {
    let text = fs::read_to_string(folder.join(page)).expect("the page is there");
    assert!(!text.contains("http://www.w3.org/1999") && !text.contains("https://"), "nothing is fetched");
    let text = text.replacen("<head>", &format!("<head>{BEFORE}"), 1);
    let text = text.replacen("</body>", &format!("{}</body>", after(checks)), 1);
    let copy = folder.join(format!("checked-{page}"));
    fs::write(&copy, text).expect("a copy can be written");
    let dom = browse(chromium, folder, &copy, fragment, &["--dump-dom"]);
    let outcome =
        dom.split_once("outcome: ").map_or("the page did not run", |(_, rest)| rest.split('<').next().unwrap_or(rest));
    assert_eq!(outcome, "passed", "{page}{fragment}");
}

fn shoot(chromium: &Path, folder: &Path, page: &str, fragment: &str, name: &str) {
    let picture = folder.join(name);
    let to = format!("--screenshot={}", picture.display());
    browse(chromium, folder, &folder.join(page), fragment, &[&to, "--window-size=1440,1000"]);
    assert!(picture.metadata().is_ok_and(|m| m.len() > 1_000), "{name} is a picture");
}

fn multise(folder: &Path, args: &[&str]) {
    let status = support::multise!()
        .args(args)
        .args(["--html", &folder.join("page.html").display().to_string()])
        .stdout(Stdio::null())
        .status();
    assert!(status.is_ok_and(|s| s.code().is_some_and(|c| c < 2)), "{args:?}");
}

#[test]
fn a_violation_can_be_stepped_through() {
    let Some(chromium) = chromium() else { return };
    let folder = folder("violation");
    multise(&folder, &["explore", "examples/bank.oox"]);
    check(&chromium, &folder, "page.html", "#tab=violations", "
      ensure(one('#verdict').textContent === 'invalid', 'the verdict');
      const output = () => one('.steps output').textContent;
      ensure(output().startsWith('step 1 of '), 'it begins at the beginning: ' + output());
      const last = Number(output().match(/of (\\d+)/)[1]);
      ensure(last > 8, 'there are steps');
      one('.steps button[aria-label=\"Step on\"]').click();
      ensure(output().startsWith('step 2 of '), 'a click steps on');
      key(one('.steps button[aria-label=\"Step on\"]'), 'ArrowRight');
      ensure(output().startsWith('step 3 of '), 'a key steps on');
      one('.steps button[aria-label=\"Last step\"]').click();
      ensure(output().startsWith('step ' + last) && output().endsWith('line 23'), 'it ends at the violation: ' + output());
      ensure(one('.timeline .line.now').dataset.line === '23', 'the line is marked');
      ensure(all('.timeline svg rect.box').length === 1, 'one object is drawn');
      const variables = all('.frame td').map((cell) => cell.textContent).join(' ');
      ensure(variables.includes('before 2'), 'variables are there: ' + variables);
    ");
    shoot(&chromium, &folder, "page.html", "#violation=1&step=11&theme=light", "violation-light.png");
    shoot(&chromium, &folder, "page.html", "#violation=1&step=11&theme=dark", "violation-dark.png");
}

#[test]
fn values_graph_and_charts_appear() {
    let Some(chromium) = chromium() else { return };
    let folder = folder("values");
    multise(&folder, &["explore", "examples/stack.oox"]);
    check(&chromium, &folder, "page.html", "#line=50", "
      ensure(one('#verdict').textContent === 'valid', 'the verdict');
      const values = one('#values');
      ensure(values.textContent.includes('Values at line 50') && values.querySelectorAll('table.summary tbody').length > 3, 'values appear');
      key(one('.line.chosen'), 'ArrowDown');
      ensure(values.textContent.includes('Values at line 51'), 'a key goes to the next line: ' + values.textContent.slice(0, 40));
      one('#L46').click();
      ensure(values.textContent.includes('Values at line 46'), 'a click chooses a line');
      ensure(all('.line.reached').length > 20, 'lines are marked as reached');
      key(one('#tab-source'), 'ArrowLeft');
      ensure(!one('#panel-statistics').hidden && all('#charts rect.bar').length > 5, 'charts are drawn');
      one('#tab-graph').click();
      ensure(all('#graph g.node').length > 50 && all('#graph g.g-merge').length > 3, 'the graph is drawn');
      const before = dark();
      one('#theme').click();
      ensure(dark() !== before, 'the theme can be switched');
      ensure(all('[role=tab][aria-selected=true]').length === 1, 'one tab is selected');
      ensure(all('button, input, svg[role], [role=link]').every((e) => e.textContent.trim() || e.getAttribute('aria-label')), 'all controls have names');
    ");
    for theme in ["light", "dark"] {
        shoot(&chromium, &folder, "page.html", &format!("#line=50&theme={theme}"), &format!("source-{theme}.png"));
        shoot(&chromium, &folder, "page.html", &format!("#tab=graph&theme={theme}"), &format!("graph-{theme}.png"));
        shoot(
            &chromium,
            &folder,
            "page.html",
            &format!("#tab=statistics&theme={theme}"),
            &format!("statistics-{theme}.png"),
        );
    }
}

#[test]
fn texts_of_the_program_are_no_markup() {
    let Some(chromium) = chromium() else { return };
    let folder = folder("markup");
    let program = "class Main {\n  static void main(string s) {\n    string t := \"</script><script>alert(1)</script><b id='x'>\";\n    if (s == t) t := \"<i>\";\n    assert t != s;\n  }\n}\n";
    let file = folder.join("markup.oox");
    fs::write(&file, program).expect("a program can be written");
    multise(&folder, &["explore", &file.display().to_string()]);
    check(&chromium, &folder, "page.html", "#line=5", "
      ensure(all('#x, main i b, code b').length === 0, 'no element comes from the program');
      ensure(one('#L3').textContent.includes('alert(1)') && one('#L3').textContent.includes('<b id='), 'the source is shown as it is');
      ensure(one('#values').textContent.includes('<i>'), 'values are shown as they are');
    ");
}

#[test]
fn an_explanation_is_a_page() {
    let Some(chromium) = chromium() else { return };
    let folder = folder("explain");
    multise(&folder, &["explain", "examples/bank.oox:23"]);
    check(
        &chromium,
        &folder,
        "page.html",
        "",
        "
      ensure(all('table.summary tbody').length > 5, 'the values are there');
    ",
    );
    shoot(&chromium, &folder, "page.html", "", "explain.png");
}

#[test]
fn reports_of_programs_with_large_guards_are_small() {
    let folder = folder("size");
    for program in ["multise/red_black", "growth/union_find"] {
        multise(&folder, &["explore", &format!("examples/{program}.oox")]);
        let size = folder.join("page.html").metadata().expect("a page").len();
        assert!(size < 2_000_000, "{program}: {size} bytes");
    }
}
