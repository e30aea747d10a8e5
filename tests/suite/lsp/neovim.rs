//! The language server in Neovim, with the recipe of the manual.

use std::path::Path;
use std::process::Command;
use support::example;

/// What a user does: hover, go to a declaration, rename, explore. Each step prints a line.
const SCRIPT: &str = r#"
local function wait(what, is_there)
  if not vim.wait(60000, is_there, 20) then
    print("there is no " .. what)
    vim.cmd("cquit 1")
  end
end
local function printed(line, column) vim.api.nvim_win_set_cursor(0, { line, column }) end
vim.cmd.edit("bank.oox")
local client
wait("client", function()
  client = vim.lsp.get_clients({ name = "multise" })[1]
  return client and client.initialized
end)
local place = { textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 28, character = 22 } }
local hover = client:request_sync("textDocument/hover", place, 60000, 0).result
print("hover: " .. vim.split(hover.contents.value, "\n")[2])
printed(29, 22)
vim.lsp.buf.definition()
wait("definition", function() return vim.api.nvim_win_get_cursor(0)[1] ~= 29 end)
print("declared in line " .. vim.api.nvim_win_get_cursor(0)[1])
vim.lsp.buf.rename("source")
wait("new name", function() return vim.fn.search("source.balance := left", "nw") > 0 end)
print("renamed: " .. vim.api.nvim_buf_get_lines(0, 28, 29, false)[1])
vim.lsp.codelens.refresh()
wait("lens", function() return #vim.lsp.codelens.get(0) > 0 end)
printed(16, 15)
vim.lsp.codelens.run()
wait("violation", function() return #vim.diagnostic.get(0) > 0 end)
print("found in line " .. vim.diagnostic.get(0)[1].lnum + 1)
vim.cmd("qall!")
"#;

#[test]
fn neovim_shows_and_does_what_the_server_offers() {
    let version = Command::new("nvim").arg("--version").output();
    let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned()).unwrap_or_default();
    let minor = version.lines().next().and_then(|line| line.strip_prefix("NVIM v0.")?.split('.').next()?.parse().ok());
    if minor.is_none_or(|minor: u32| minor < 11) {
        eprintln!("skipped: there is no Neovim 0.11");
        return;
    }
    let manual = include_str!("../../../src/help/editor.md");
    let (_, recipe) = manual.split_once("```lua\n").expect("the manual has a recipe");
    let (recipe, _) = recipe.split_once("```").expect("it ends");
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in [("init.lua", recipe), ("script.lua", SCRIPT), ("bank.oox", &example("bank.oox"))] {
        std::fs::write(folder.path().join(name), text).expect("it can be written");
    }
    let program = Path::new(env!("CARGO_BIN_EXE_multise")).parent().expect("a folder");
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths([program.to_owned()].into_iter().chain(std::env::split_paths(&path)));
    let output = Command::new("nvim")
        .args(["--headless", "--clean", "-u", "init.lua", "-S", "script.lua"])
        .current_dir(folder.path())
        .env("PATH", path.expect("a path"))
        .env("XDG_STATE_HOME", folder.path())
        .output()
        .expect("it runs");
    let printed = String::from_utf8_lossy(&output.stderr).replace('\r', "");
    assert!(output.status.success(), "{printed}");
    for line in [
        "hover: Account from",
        "declared in line 26",
        "renamed:         int left := source.balance - amount;",
        "found in line 23",
    ] {
        assert!(printed.lines().any(|printed| printed == line), "{line:?} is not in:\n{printed}");
    }
}
