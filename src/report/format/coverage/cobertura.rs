//! Coverage as XML of Cobertura: a package for each program; the two-way branches and dispatched calls of a line are its
//! conditions.
//!
//! Nothing here depends on the time, so `timestamp` is 0.

use crate::report::model::coverage::{Covered, CoveredBlock, CoveredMethod, Share};
use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::writer::{ElementWriter, Writer};
use std::collections::BTreeMap;
use std::io;

/// Lines and branches of a part of the report.
#[derive(Clone, Copy, Default)]
struct Rates {
    lines: Share,
    branches: Share,
}

impl Rates {
    fn of(covered: &Covered) -> Self {
        Self { lines: Share::of(covered.lines().into_values()), branches: covered.branches }
    }

    fn plus(self, other: Self) -> Self {
        Self { lines: self.lines.plus(other.lines), branches: self.branches.plus(other.branches) }
    }

    /// The attributes of an element with rates.
    fn attributes(self) -> [(&'static str, String); 3] {
        let rate = |share: Share| {
            let all = if share.total == 0 { 1.0 } else { share.covered as f64 / share.total as f64 };
            format!("{all:.4}")
        };
        [("line-rate", rate(self.lines)), ("branch-rate", rate(self.branches)), ("complexity", "0".to_owned())]
    }
}

/// The report, ended by a line break.
///
/// # Errors
/// When it cannot be serialised: a defect.
pub fn cobertura(programs: &[(String, Covered)]) -> io::Result<String> {
    let all = programs.iter().fold(Rates::default(), |sum, (_, covered)| sum.plus(Rates::of(covered)));
    let counts = [
        ("lines-covered", all.lines.covered.to_string()),
        ("lines-valid", all.lines.total.to_string()),
        ("branches-covered", all.branches.covered.to_string()),
        ("branches-valid", all.branches.total.to_string()),
        ("version", concat!("multise ", env!("CARGO_PKG_VERSION")).to_owned()),
        ("timestamp", "0".to_owned()),
    ];
    let mut xml = Writer::new_with_indent(Vec::new(), b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    xml.write_event(Event::DocType(BytesText::from_escaped(
        "coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\"",
    )))?;
    element(&mut xml, "coverage", all.attributes().into_iter().chain(counts), |xml| {
        element(xml, "sources", [], |xml| {
            xml.create_element("source").write_text_content(BytesText::new("."))?;
            Ok(())
        })?;
        element(xml, "packages", [], |xml| programs.iter().try_for_each(|(name, covered)| program(xml, name, covered)))
    })?;
    let text = String::from_utf8(xml.into_inner()).map_err(io::Error::other)?;
    Ok(text + "\n")
}

/// A program as a package, with its classes.
fn program(xml: &mut Writer<Vec<u8>>, name: &str, covered: &Covered) -> io::Result<()> {
    let mut classes: BTreeMap<&str, Vec<CoveredMethod>> = BTreeMap::new();
    for method in &covered.methods {
        let class = method.method.split_once('.').map_or("", |(class, _)| class);
        classes.entry(class).or_default().push(method.clone());
    }
    let attributes = named(name).into_iter().chain(Rates::of(covered).attributes());
    element(xml, "package", attributes, |xml| {
        element(xml, "classes", [], |xml| {
            classes.into_iter().try_for_each(|(class, methods)| {
                let part = Covered::sum(methods);
                let file = ("filename", name.to_owned());
                let attributes = named(class).into_iter().chain([file]).chain(Rates::of(&part).attributes());
                element(xml, "class", attributes, |xml| {
                    element(xml, "methods", [], |xml| {
                        part.methods.iter().try_for_each(|method| {
                            let whole = Covered::sum(vec![method.clone()]);
                            let (name, types) = signature(&method.method);
                            let signature = ("signature", types.to_owned());
                            let rates = Rates::of(&whole).attributes();
                            let attributes = named(name).into_iter().chain([signature]).chain(rates);
                            element(xml, "method", attributes, |xml| lines(xml, &whole))
                        })
                    })?;
                    lines(xml, &part)
                })
            })
        })
    })
}

/// The name of a method without its class, and the types of its parameters if it is overloaded.
fn signature(method: &str) -> (&str, &str) {
    let name = method.split_once('.').map_or(method, |(_, name)| name);
    name.find('(').map_or((name, "()"), |at| name.split_at(at))
}

fn lines(xml: &mut Writer<Vec<u8>>, covered: &Covered) -> io::Result<()> {
    let branches = covered.branches();
    element(xml, "lines", [], |xml| {
        covered.lines().into_iter().try_for_each(|(number, hit)| {
            let line = [("number", number.to_string()), ("hits", u8::from(hit).to_string())];
            let Some(blocks) = branches.get(&number) else {
                return empty(xml, "line", line.into_iter().chain([("branch", "false".to_owned())]));
            };
            let taken = Share::of(blocks.iter().flat_map(|(_, b)| &b.branches).map(|way| way.covered));
            let coverage = ("condition-coverage", format!("{}% ({}/{})", taken.percent(), taken.covered, taken.total));
            element(xml, "line", line.into_iter().chain([("branch", "true".to_owned()), coverage]), |xml| {
                element(xml, "conditions", [], |xml| {
                    blocks.iter().enumerate().try_for_each(|(i, (_, block))| condition(xml, i, block))
                })
            })
        })
    })
}

fn condition(xml: &mut Writer<Vec<u8>>, number: usize, block: &CoveredBlock) -> io::Result<()> {
    let of_two = block.branches.iter().any(|way| way.to == "then");
    let taken = Share::of(block.branches.iter().map(|way| way.covered));
    let attributes = [
        ("number", number.to_string()),
        ("type", if of_two { "jump" } else { "switch" }.to_owned()),
        ("coverage", format!("{}%", taken.percent())),
    ];
    empty(xml, "condition", attributes)
}

fn named(name: &str) -> [(&'static str, String); 1] {
    [("name", name.to_owned())]
}

fn element(
    xml: &mut Writer<Vec<u8>>,
    name: &str,
    attributes: impl IntoIterator<Item = (&'static str, String)>,
    inner: impl FnOnce(&mut Writer<Vec<u8>>) -> io::Result<()>,
) -> io::Result<()> {
    begun(xml, name, attributes).write_inner_content(inner)?;
    Ok(())
}

fn empty(
    xml: &mut Writer<Vec<u8>>,
    name: &str,
    attributes: impl IntoIterator<Item = (&'static str, String)>,
) -> io::Result<()> {
    begun(xml, name, attributes).write_empty()?;
    Ok(())
}

fn begun<'a>(
    xml: &'a mut Writer<Vec<u8>>,
    name: &'a str,
    attributes: impl IntoIterator<Item = (&'static str, String)>,
) -> ElementWriter<'a, Vec<u8>> {
    let begun = xml.create_element(name);
    attributes.into_iter().fold(begun, |begun, (name, value)| begun.with_attribute((name, value.as_str())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::model::coverage::tests::example;
    use expect_test::expect;

    #[test]
    fn programs_are_packages_and_branches_conditions() {
        expect![[r#"
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE coverage SYSTEM "http://cobertura.sourceforge.net/xml/coverage-04.dtd">
            <coverage line-rate="0.7500" branch-rate="0.5000" complexity="0" lines-covered="3" lines-valid="4" branches-covered="1" branches-valid="2" version="multise 0.1.0" timestamp="0">
              <sources>
                <source>.</source>
              </sources>
              <packages>
                <package name="t.oox" line-rate="0.7500" branch-rate="0.5000" complexity="0">
                  <classes>
                    <class name="Main" filename="t.oox" line-rate="0.7500" branch-rate="0.5000" complexity="0">
                      <methods>
                        <method name="main" signature="()" line-rate="0.7500" branch-rate="0.5000" complexity="0">
                          <lines>
                            <line number="2" hits="1" branch="false"/>
                            <line number="3" hits="1" branch="true" condition-coverage="50% (1/2)">
                              <conditions>
                                <condition number="0" type="jump" coverage="50%"/>
                              </conditions>
                            </line>
                            <line number="4" hits="1" branch="false"/>
                            <line number="5" hits="0" branch="false"/>
                          </lines>
                        </method>
                      </methods>
                      <lines>
                        <line number="2" hits="1" branch="false"/>
                        <line number="3" hits="1" branch="true" condition-coverage="50% (1/2)">
                          <conditions>
                            <condition number="0" type="jump" coverage="50%"/>
                          </conditions>
                        </line>
                        <line number="4" hits="1" branch="false"/>
                        <line number="5" hits="0" branch="false"/>
                      </lines>
                    </class>
                  </classes>
                </package>
              </packages>
            </coverage>
        "#]].assert_eq(&cobertura(&[("t.oox".to_owned(), example(true, false))]).expect("it is written"));
    }

    #[test]
    fn overloads_are_told_apart_by_their_signatures() {
        assert_eq!(signature("Main.main"), ("main", "()"));
        assert_eq!(signature("Main.f(int, C)"), ("f", "(int, C)"));
    }
}
