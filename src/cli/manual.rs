//! `multise man`: one page with the program, its commands, and the chapters of the manual.

use super::args::definition;
use crate::help::CHAPTERS;
use clap_mangen::Man;
use clap_mangen::roff::{Inline, Roff, bold, italic, roman};
use std::io;

/// The whole page in roff.
pub fn page() -> io::Result<Vec<u8>> {
    let command = definition();
    let mut page = Vec::new();
    Man::new(command.clone()).render(&mut page)?;
    for subcommand in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        let man = Man::new(subcommand.clone().disable_help_flag(true));
        man.render_name_section(&mut page)?;
        man.render_synopsis_section(&mut page)?;
        man.render_description_section(&mut page)?;
        man.render_options_section(&mut page)?;
    }
    for chapter in CHAPTERS {
        sections(chapter.text).to_writer(&mut page)?;
    }
    Ok(page)
}

/// The Markdown of a chapter as sections of a page. It supports the Markdown of [`Chapter::text`](crate::help::Chapter).
fn sections(text: &str) -> Roff {
    let mut page = Roff::new();
    let mut paragraph = String::new();
    let mut in_code = false;
    for line in text.lines() {
        let fence = line.starts_with("```");
        if in_code && !fence {
            page.text([roman(line)]);
            continue;
        }
        let item = line.strip_prefix("- ");
        let heading = [("# ", "SH"), ("## ", "SS")].into_iter().find_map(|(mark, name)| {
            let title = line.strip_prefix(mark)?;
            Some((name, title))
        });
        if (fence || item.is_some() || heading.is_some() || line.is_empty()) && !paragraph.is_empty() {
            page.text(inlines(&std::mem::take(&mut paragraph)));
        }
        if fence {
            let macros: [(&str, &[&str]); 3] = match in_code {
                false => [("PP", &[]), ("RS", &["4"]), ("nf", &[])],
                true => [("fi", &[]), ("RE", &[]), ("PP", &[])],
            };
            for (name, args) in macros {
                page.control(name, args.iter().copied());
            }
            in_code = !in_code;
        } else if let Some((name, title)) = heading {
            let title = if name == "SH" { title.to_uppercase() } else { title.to_owned() };
            page.control(name, [title.as_str()]);
        } else if let Some(item) = item {
            page.control("IP", [r"\(bu", "2"]);
            paragraph = item.to_owned();
        } else if line.is_empty() {
            page.control("PP", []);
        } else {
            if !paragraph.is_empty() {
                paragraph.push(' ');
            }
            paragraph += line.trim_start();
        }
    }
    if !paragraph.is_empty() {
        page.text(inlines(&paragraph));
    }
    page
}

/// `code` is bold, *emphasis* is italic.
fn inlines(text: &str) -> Vec<Inline> {
    let mut all = Vec::new();
    for (i, part) in text.split('`').enumerate() {
        match i % 2 {
            1 => all.push(bold(part)),
            _ => {
                let parts = part.split('*').enumerate();
                all.extend(parts.map(|(i, part)| if i % 2 == 1 { italic(part) } else { roman(part) }));
            }
        }
    }
    all.retain(|inline| !matches!(inline, Inline::Roman(text) if text.is_empty()));
    all
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    #[test]
    fn markdown_becomes_sections() {
        let text = "# A title\n\nSome `--code` and\n*stress*.\n\n- one\n  item\n- two\n\n## Part\n\n```text\n.x - y\n\nz\n```\n";
        let expected = expect![[r#"
            .SH "A TITLE"
            .PP
            Some \fB\-\-code\fR and \fIstress\fR.
            .PP
            .IP \(bu 2
            one item
            .IP \(bu 2
            two
            .PP
            .SS Part
            .PP
            .PP
            .RS 4
            .nf
            \&.x \- y

            z
            .fi
            .RE
            .PP
        "#]];
        expected.assert_eq(&sections(text).to_roff());
    }
}
