//! The pages in a browser: they open without an error, a violation can be stepped through, values and graph appear.
//!
//! Chromium runs a copy of the page with an additional script, which acts like a reader and records what it finds. Without
//! Chromium the tests say so and pass; `CHROMIUM` names one that is not in the path. What tests make is left in new folders in
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

/// The script after them: it makes the checks of a test, and gives the outcome to the page around.
fn after(checks: &str) -> String {
    "<script>addEventListener('load', async () => {
      const failed = [];
      const ensure = (holds, what) => { if (!holds) failed.push(what); };
      const all = (selector) => [...document.querySelectorAll(selector)];
      const one = (selector) => document.querySelector(selector) || (failed.push('no ' + selector), document.body);
      const key = (element, name) => element.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true }));
      const tab = () => one('[role=tab][aria-selected=true]').id.replace('tab-', '');
      // Waits until the address has changed.
      const moved = (act) => new Promise((done) => { addEventListener('hashchange', done, { once: true }); act(); });
      const back = () => moved(() => history.back());
      try { CHECKS } catch (error) { failed.push(String(error)); }
      parent.postMessage('outcome: ' + (failed.concat(errors).join('; ') || 'passed'), '*');
    });</script>"
        .replace("CHECKS", checks)
}

/// A page around the page, because Chromium has no windows of less than 500 px.
fn frame(page: &str, (width, height): (u32, u32)) -> String {
    format!(
        "<!doctype html><script>addEventListener('message', (event) => {{ document.title = event.data; }});</script>
        <body style='margin: 0'><iframe src='{page}' style='width: {width}px; height: {height}px; border: 0'></iframe>"
    )
}

/// Chromium, and a folder for what a test makes, which is not removed.
struct Browser {
    chromium: PathBuf,
    folder: PathBuf,
}

impl Browser {
    fn new(test: &str) -> Option<Self> {
        let given = std::env::var_os("CHROMIUM").map(PathBuf::from);
        let folders: Vec<PathBuf> =
            std::env::var_os("PATH").map(|path| std::env::split_paths(&path).collect()).unwrap_or_default();
        let found =
            given.or_else(|| folders.iter().flat_map(|f| NAMES.iter().map(move |n| f.join(n))).find(|p| p.is_file()));
        let Some(chromium) = found else {
            eprintln!("skipped: there is no Chromium (CHROMIUM can name one)");
            return None;
        };
        Some(Self { chromium, folder: folder(test) })
    }

    /// Makes `page.html` in the folder.
    fn multise(&self, args: &[&str]) {
        multise(&self.folder, args);
    }

    /// Runs Chromium on a file of the folder, in a window of this size, and returns its output.
    fn open(&self, page: &str, size: (u32, u32), options: &[&str]) -> String {
        let outer = self.folder.canonicalize().expect("the folder is there").join("frame.html");
        fs::write(&outer, frame(page, size)).expect("a page can be written");
        let output = Command::new(&self.chromium)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-extensions", "--hide-scrollbars"])
            // The output waits for this time, of which idle time passes at once.
            .arg("--virtual-time-budget=20000")
            .arg(format!("--window-size={},{}", size.0.max(500), size.1))
            .arg(format!("--user-data-dir={}", self.folder.join("profile").display()))
            .args(options)
            .arg(format!("file://{}", outer.display()))
            .stderr(Stdio::null())
            .output()
            .expect("Chromium runs");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Opens the page at an address, in a window of this size, and makes checks.
    fn check_at(&self, size: (u32, u32), address: &str, checks: &str) {
        let text = support::read(self.folder.join("page.html"));
        assert!(!text.contains("http://www.w3.org/1999") && !text.contains("https://"), "nothing is fetched");
        let text = text.replacen("<head>", &format!("<head>{BEFORE}"), 1);
        let text = text.replacen("</body>", &format!("{}</body>", after(checks)), 1);
        fs::write(self.folder.join("checked.html"), text).expect("a copy can be written");
        let dom = self.open(&format!("checked.html{address}"), size, &["--dump-dom"]);
        let title = dom.split_once("<title>outcome: ");
        let outcome = title.map_or("the page did not run", |(_, rest)| rest.split('<').next().unwrap_or(rest));
        assert_eq!(outcome, "passed", "{address} at {size:?}");
    }

    fn check(&self, address: &str, checks: &str) {
        self.check_at((1280, 900), address, checks);
    }

    fn shoot(&self, size: (u32, u32), address: &str, name: &str) {
        let picture = self.folder.join(format!("{name}.png"));
        let to = format!("--screenshot={}", picture.display());
        self.open(&format!("page.html{address}"), size, &[&to]);
        assert!(picture.metadata().is_ok_and(|m| m.len() > 1_000), "{name} is a picture");
    }
}

/// A new folder for a test, which is not removed.
fn folder(test: &str) -> PathBuf {
    let all = Path::new(env!("CARGO_TARGET_TMPDIR")).join("browser");
    fs::create_dir_all(&all).expect("a folder can be made");
    let made = tempfile::Builder::new().prefix(&format!("{test}-")).tempdir_in(all);
    made.expect("a folder can be made").keep()
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
    let Some(browser) = Browser::new("violation") else { return };
    browser.multise(&["explore", "examples/bank.oox"]);
    browser.check("#tab=violations", "
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
      ensure(output().startsWith('step ' + last) && output().endsWith('line 23 of Main.main'), 'it ends at the violation: ' + output());
      ensure(one('.timeline .line.now').dataset.line === '23', 'the line is marked');
      ensure(all('.timeline svg rect.box').length === 1, 'one object is drawn');
      const variables = all('.frame td').map((cell) => cell.textContent).join(' ');
      ensure(variables.includes('before 2'), 'variables are there: ' + variables);
      ensure(one('.timeline .source').offsetWidth === one('.timeline').clientWidth, 'the code has the full width');
      ensure(one('.inputs').textContent.includes('amount = 1'), 'the inputs are there');
      ensure(all('.schedule').length === 0, 'one thread needs no schedule');
    ");
}

#[test]
fn a_violation_shows_the_schedule_and_the_running_thread() {
    let Some(browser) = Browser::new("schedule") else { return };
    browser.multise(&["explore", "examples/threads/philosophers.oox"]);
    browser.check("#violation=1&step=9000", "
      const output = one('.steps output'), lanes = one('.schedule svg');
      ensure(all('.schedule li').length === 5 && all('.schedule .turn').length > 8, 'a row for each thread, with its turns');
      ensure(lanes.getAttribute('aria-label').startsWith('Schedule: thread 0 for '), 'the schedule in words');
      ensure(output.textContent.includes(': thread 4 at line 17 of Main.dine'), 'the running thread: ' + output.textContent);
      ensure(one('.schedule .running').textContent === 'thread 4', 'its row is marked');
      ensure(one('.frame').classList.contains('running') && one('.frame h4').textContent === 'thread 4: Main.dine', 'its variables come first');
      ensure(one('.schedule').offsetWidth === one('.timeline').clientWidth, 'the schedule has the full width');
      ensure(all('.violation h3').map((h) => h.textContent).join() === 'Inputs,Deadlock,Schedule,Variables,Objects,Again', 'all parts are there');
      ensure(one('#panel-violations').textContent.includes('thread 1 waits at line 17'), 'what the threads wait for');
      lanes.dispatchEvent(new MouseEvent('click', { clientX: lanes.getBoundingClientRect().left + 1, bubbles: true }));
      ensure(location.hash === '#violation=1&step=1' && one('.schedule .running').textContent === 'thread 0', 'a click goes to a step');
      ensure(one('.schedule .now').getAttribute('x') === '0', 'the mark follows');
    ");
}

#[test]
fn nothing_is_wider_than_a_narrow_window() {
    let Some(browser) = Browser::new("narrow") else { return };
    const FITS: &str = "
      const fits = (what) => ensure(document.documentElement.scrollWidth <= innerWidth, what + ' takes ' + document.documentElement.scrollWidth);
    ";
    for program in ["threads/philosophers", "multise/red_black_bug"] {
        browser.multise(&["explore", &format!("examples/{program}.oox")]);
        browser.check_at((400, 800), "", &format!("{FITS}
          ensure(innerWidth === 400, 'the window is narrow');
          for (const tab of all('[role=tab]')) {{ tab.click(); fits(tab.id); }}
          one('#tab-source').click();
          for (const line of all('.line.noted')) {{ line.click(); fits('line ' + line.id); }}
          ensure(all('[role=tab]').every((tab) => tab.getBoundingClientRect().right <= innerWidth), 'all tabs are in the window');
          one('#tab-violations').click();
          for (let step = 0; step < 60; step += 1) {{ one('button[aria-label=\"Step on\"]').click(); fits('step ' + step); }}
        "));
    }
    browser.multise(&["explain", "examples/bank.oox:23"]);
    browser.check_at((400, 800), "", &format!("{FITS} fits('an explanation');"));
}

#[test]
fn values_graph_and_charts_appear() {
    let Some(browser) = Browser::new("values") else { return };
    browser.multise(&["explore", "examples/stack.oox"]);
    browser.check("#line=50", "
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
}

#[test]
fn the_page_opens_on_the_first_violation() {
    let Some(browser) = Browser::new("opening") else { return };
    browser.multise(&["explore", "examples/bank.oox"]);
    browser.check(
        "",
        "
      ensure(tab() === 'violations' && location.hash === '#violation=1&step=1', 'where it opens: ' + location.hash);
    ",
    );
    browser.multise(&["explore", "examples/stack.oox"]);
    browser.check(
        "",
        "ensure(tab() === 'source' && location.hash === '#tab=source', 'where it opens: ' + location.hash);",
    );
}

#[test]
fn the_address_says_what_is_shown() {
    let Some(browser) = Browser::new("address") else { return };
    let program = "class Main {\n  static void main(int n) {\n    assert n != 3;\n    int m := n + 1;\n    assert m != 9;\n  }\n}\n";
    let file = browser.folder.join("two.oox");
    fs::write(&file, program).expect("a program can be written");
    browser.multise(&["explore", &file.display().to_string()]);
    browser.check("#violation=2&step=2", "
      const is = (address, what) => ensure(location.hash === address, what + ': ' + location.hash);
      const violation = () => all('.violation').findIndex((article) => !article.hidden) + 1;
      ensure(all('.violation').length === 2 && violation() === 2, 'a link leads to the second violation');
      const output = () => one('.violation:not([hidden]) output').textContent;
      ensure(output().startsWith('step 2 of'), 'and to its second step: ' + output());
      one('.violation:not([hidden]) button[aria-label=\"First step\"]').click();
      is('#violation=2&step=1', 'a step changes the address');
      one('#tab-graph').click();
      is('#tab=graph', 'a tab changes the address');
      one('#tab-source').click();
      one('#L4').click();
      is('#line=4', 'a line changes the address');
      key(one('#L4'), 'ArrowDown');
      is('#line=5', 'a key changes the address');
      one('#tab-violations').click();
      is('#violation=2&step=1', 'a tab remembers what it shows');
      await moved(() => one('.found a[href=\"#violation=1\"]').click());
      is('#violation=1&step=1', 'a violation changes the address');
      ensure(violation() === 1, 'the first violation is shown');
      await back();
      is('#violation=2&step=1', 'back to the second violation');
      ensure(violation() === 2, 'the second violation is shown');
      await back();
      is('#line=5', 'back to the line');
      ensure(tab() === 'source' && one('.line.chosen').id === 'L5', 'line 5 is chosen');
      await back();
      is('#tab=source', 'back to no line');
      ensure(all('.line.chosen').length === 0 && !one('#values').textContent.includes('Values at line'), 'no line is chosen');
      await back();
      ensure(tab() === 'graph', 'back to the graph');
      await back();
      ensure(tab() === 'violations' && output().startsWith('step 1 of'), 'back to the first step');
      await back();
      is('#violation=2&step=2', 'back to the second step');
      ensure(output().startsWith('step 2 of'), 'the second step is shown: ' + output());
    ");
    // What does not exist is not shown, nor asked for again.
    for (asked, is) in [
        ("#violation=7&step=2", "#violation=1&step=1"),
        ("#violation=2&step=9000", "#violation=2&step=4"),
        ("#violation=1&step=x", "#violation=1&step=1"),
        ("#line=900", "#tab=source"),
        ("#tab=nonsense", "#violation=1&step=1"),
    ] {
        browser.check(asked, &format!("ensure(location.hash === '{is}', 'the address is ' + location.hash);"));
    }
    browser.check("#tab=checks", "
      ensure(tab() === 'checks', 'the checks are shown');
      one('.skip').click();
      ensure(tab() === 'checks' && document.activeElement.id === 'main', 'the link that skips the header changes no tab');
    ");
}

#[test]
fn threads_are_lanes_with_their_forks() {
    let Some(browser) = Browser::new("lanes") else { return };
    browser.multise(&["explore", "examples/threads/counter_race.oox", "--set", "Main.times=1"]);
    browser.check("#tab=graph", "
      const box = (element) => element.getBoundingClientRect();
      const lanes = all('#graph .lane').map(box);
      ensure(lanes.length === 4, 'a lane for each thread: ' + lanes.length);
      ensure(lanes.every((lane, place) => place === 0 || lane.left >= lanes[place - 1].right), 'lanes lie side by side');
      const { nodes, edges } = chained(data.graph), boxes = all('#graph .node').map(box);
      ensure(boxes.every((b, place) => b.left >= lanes[nodes[place].thread].left && b.right <= lanes[nodes[place].thread].right), 'boxes lie in their lanes');
      const forks = edges.filter(([, , kind]) => kind === 'fork');
      ensure(forks.length === 3 && forks.every(([from, to]) => nodes[from].thread === 0 && nodes[to].thread > 0), 'a fork for each new thread');
      ensure(one('#graph .edge.fork').getAttribute('d').split('M').length === 4, 'the forks are drawn');
      ensure(one('#graph').textContent.includes('forked at 32–33 ·1'), 'a lane says where its thread comes from');
      ensure(edges.every(([from, to]) => boxes[from].bottom < boxes[to].top), 'edges run downwards');
      ensure(nodes.every((node, place) => place === 0 || edges.some(([, to]) => to === place)), 'all come from the first');
    ");
}

#[test]
fn the_graph_fits_its_window_and_can_be_zoomed_and_moved() {
    let Some(browser) = Browser::new("zoom") else { return };
    browser.multise(&["explore", "examples/stack.oox"]);
    let checks = "
      const box = (element) => element.getBoundingClientRect();
      const graph = box(one('#graph svg')), scene = () => box(one('#graph svg > g'));
      const click = (name) => one(`#graph-tools button[aria-label=\"${name}\"]`).click();
      const isWithin = () => scene().left >= graph.left - 1 && scene().right <= graph.right + 1 && scene().top >= graph.top - 1 && scene().bottom <= graph.bottom + 1;
      ensure(box(one('#graph')).right <= innerWidth, 'the window of the graph is as wide as the page');
      ensure(box(one('#graph .node')).width > 30 && box(one('#graph .node')).top > graph.top, 'the beginning can be read');
      const map = one('#graph .overview');
      ensure(all('.overview path').length > 2 && Number(one('.overview .seen').getAttribute('height')) > 0, 'the whole is beside it');
      click('The whole graph');
      ensure(isWithin(), 'the whole graph fits');
      const fitted = scene().width;
      click('Larger');
      ensure(Math.abs(scene().width / fitted - 1.5) < .1, 'a button zooms');
      click('Smaller');
      const wheel = (deltaY) => one('#graph svg').dispatchEvent(new WheelEvent('wheel', { deltaY, clientX: graph.left + 9, clientY: graph.top + 9, cancelable: true }));
      wheel(-2000);
      ensure(scene().width > 10 * fitted, 'the wheel zooms');
      const before = scene(), pointer = (type, x, y) => one('#graph svg').dispatchEvent(new PointerEvent(type, { pointerId: 1, clientX: x, clientY: y, bubbles: true }));
      one('#graph svg').setPointerCapture = () => {};
      pointer('pointerdown', 200, 500);
      pointer('pointermove', 260, 530);
      pointer('pointerup', 260, 530);
      pointer('pointermove', 300, 600);
      ensure(Math.abs(scene().left - before.left - 60) < 1 && Math.abs(scene().top - before.top - 30) < 1, 'dragging moves it');
      click('The whole graph');
      ensure(isWithin(), 'it fits again');
      const first = one('#graph .node');
      first.focus();
      key(first, 'ArrowDown');
      ensure(document.activeElement !== first && document.activeElement.matches('.node'), 'a key goes along an edge');
      const at = box(document.activeElement);
      ensure(at.width > 60 && at.left > graph.left && at.bottom < graph.bottom, 'the box with the focus can be read');
      key(document.activeElement, 'ArrowUp');
      ensure(document.activeElement === first, 'and back');
      first.dispatchEvent(new MouseEvent('click', { bubbles: true }));
      ensure(location.hash === '#line=38', 'a box leads to its line: ' + location.hash);
      await back();
      ensure(tab() === 'graph', 'and back to the graph');
    ";
    for size in [(400, 800), (1280, 900), (2560, 1440)] {
        browser.check_at(size, "#tab=graph", checks);
    }
}

#[test]
fn a_graph_of_2000_boxes_is_laid_out() {
    let Some(browser) = Browser::new("large") else { return };
    browser.multise(&["explore", "examples/bank.oox"]);
    browser.check("#tab=graph", "
      let seed = 7;
      const random = (most) => (seed = (seed * 1103515245 + 12345) % 2147483648) % most;
      const LANES = 3, nodes = [], edges = [];
      for (let node = 0; node < 2000; node += 1) {
        const thread = node % LANES;
        nodes.push({ thread, line: node, method: 0, iterations: [], merges: 1, waited: false, ends: [false, false, false] });
        if (node > 0) edges.push(node < LANES ? [0, node, 'fork'] : [node - LANES, node, 'step']);
        // Some edges are long, and some come from nodes with greater numbers, as after a return.
        const other = (random(node + 1) / LANES | 0) * LANES + thread;
        if (node % 4 === 0 && other !== node) edges.push([other, node, 'step']);
      }
      const order = nodes.map((_, node) => (node * 7 + 3) % 2000);
      const mixed = { nodes: [], edges: edges.map(([from, to, kind]) => [order[from], order[to], kind]) };
      order.forEach((at, node) => { mixed.nodes[at] = nodes[node]; });
      const isSame = (a, b) => a.every((box, place) => box.x === b[place].x && box.y === b[place].y);
      for (const [what, graph] of [['in order', { nodes, edges }], ['mixed', mixed]]) {
        const { boxes, hops, lanes } = layout(graph.nodes, graph.edges);
        ensure(boxes.length === 2000 && isSame(boxes, layout(graph.nodes, graph.edges).boxes), what + ': the layout is the same again');
        ensure(graph.edges.every(([from, to]) => boxes[from].y < boxes[to].y) && hops.every(({ from, to }) => from.y < to.y), what + ': edges run downwards');
        ensure(boxes.every((box, place) => { const lane = lanes[graph.nodes[place].thread]; return box.x > lane.left && box.x < lane.left + lane.width; }), what + ': boxes lie in their lanes');
        const rows = new Map();
        boxes.forEach((box) => rows.set(box.y, [...rows.get(box.y) || [], box.x]));
        ensure([...rows.values()].every((row) => row.sort((a, b) => a - b).every((x, place) => !place || x - row[place - 1] > 96)), what + ': no boxes overlap');
      }
      ensure(layersOf(3, [[0, 1], [1, 2], [2, 0]]).join() === '0,1,2', 'a cycle has layers too');
      data.graph = { nodes, edges, cut: true };
      home.replaceChildren();
      show({ tab: 'graph' });
      ensure(all('#graph .node').length === 2000, 'all boxes are drawn');
      ensure(one('#graph-tools').textContent.includes('Only the beginning is drawn'), 'what is missing');
    ");
}

#[test]
fn texts_of_the_program_are_no_markup() {
    let Some(browser) = Browser::new("markup") else { return };
    let program = "class Main {\n  static void main(string s) {\n    string t := \"</script><script>alert(1)</script><b id='x'>\";\n    if (s == t) t := \"<i>\";\n    assert t != s;\n  }\n}\n";
    let file = browser.folder.join("markup.oox");
    fs::write(&file, program).expect("a program can be written");
    browser.multise(&["explore", &file.display().to_string()]);
    browser.check("#line=5", "
      ensure(all('#x, main i b, code b').length === 0, 'no element comes from the program');
      ensure(one('#L3').textContent.includes('alert(1)') && one('#L3').textContent.includes('<b id='), 'the source is shown as it is');
      ensure(one('#values').textContent.includes('<i>'), 'values are shown as they are');
    ");
}

#[test]
fn an_explanation_is_a_page() {
    let Some(browser) = Browser::new("explain") else { return };
    browser.multise(&["explain", "examples/bank.oox:23"]);
    browser.check(
        "",
        "
      ensure(all('table.summary tbody').length > 5, 'the values are there');
    ",
    );
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

/// Pictures of the page at three widths, for people.
#[test]
#[ignore = "pictures for people: make pictures"]
fn pictures() {
    let Some(browser) = Browser::new("pictures") else { return };
    for (program, views) in [
        ("examples/threads/counter_race.oox", vec![("violation", "violation=1&step=40"), ("lanes", "tab=graph")]),
        ("examples/bank.oox", vec![("source", "line=23"), ("checks", "tab=checks"), ("statistics", "tab=statistics")]),
        ("examples/stack.oox", vec![("graph", "tab=graph")]),
    ] {
        browser.multise(&["explore", program]);
        for (name, address) in views {
            for size in [(400, 900), (1280, 900), (2560, 1440)] {
                browser.shoot(size, &format!("#{address}&theme=light"), &format!("{name}-{}", size.0));
            }
            browser.shoot((1280, 900), &format!("#{address}&theme=dark"), &format!("{name}-dark"));
        }
    }
    eprintln!("pictures are in {}", browser.folder.display());
}
