//! The quantile plot: how many programs each mode decides within a time.

use crate::compare::{Answer, Cell, Comparison};
use crate::report::model::compare::Compared;
use plotters::prelude::*;

/// Width and height in pixels.
const SIZE: (u32, u32) = (720, 440);
/// Shorter times are drawn as this time, seconds.
const FLOOR: f64 = 0.001;
/// Font and height in pixels.
const LABELS: (&str, u32) = ("sans-serif", 15);
const MERGE: RGBColor = RGBColor(0x1f, 0x5f, 0xa8);
const PATH: RGBColor = RGBColor(0xd0, 0x6a, 0x10);

/// A plot that could not be drawn, in words.
#[derive(Clone, Debug, thiserror::Error)]
#[error("the plot cannot be drawn: {0}")]
pub struct Failure(String);

/// The plot as an SVG document. Times are logarithmic. A program that a mode has not decided is not on its curve.
///
/// # Errors
/// When the library refuses to draw.
pub fn plot(compared: &Compared) -> Result<String, Failure> {
    let mut svg = String::new();
    draw(compared, &mut svg).map_err(|error| Failure(error.to_string()))?;
    Ok(svg)
}

fn draw(compared: &Compared, svg: &mut String) -> Result<(), Box<dyn std::error::Error>> {
    let all = compared.comparisons.len();
    let curves =
        [("merge mode", MERGE, times(compared, |c| &c.merge)), ("path mode", PATH, times(compared, |c| &c.path))];
    let ends = || curves.iter().flat_map(|(_, _, times)| times.iter().copied());
    let from = ends().fold(0.1, f64::min) / 2.0;
    let to = ends().fold(1.0, f64::max) * 2.0;
    let area = SVGBackend::with_string(svg, SIZE).into_drawing_area();
    area.fill(&WHITE)?;
    let mut chart = ChartBuilder::on(&area)
        .margin(12)
        .x_label_area_size(40)
        .y_label_area_size(60)
        .build_cartesian_2d(0.0..all.max(1) as f64, (from..to).log_scale())?;
    chart
        .configure_mesh()
        .light_line_style(TRANSPARENT)
        .x_desc(format!("programs decided, of {all}"))
        .y_desc("seconds for each")
        .x_labels(all.clamp(2, 12) + 1)
        .x_label_formatter(&|x| format!("{x:.0}"))
        .y_label_formatter(&|y| format!("{y}"))
        .label_style(LABELS)
        .axis_desc_style(LABELS)
        .draw()?;
    for (name, colour, times) in curves {
        let name = format!("{name} ({})", times.len());
        let points = || times.iter().enumerate().map(|(i, &time)| ((i + 1) as f64, time));
        chart
            .draw_series(LineSeries::new(points(), colour.stroke_width(2)))?
            .label(name)
            .legend(move |(x, y)| PathElement::new([(x, y), (x + 20, y)], colour.stroke_width(2)));
        chart.draw_series(points().map(|point| Circle::new(point, 3, colour.filled())))?;
    }
    chart
        .configure_series_labels()
        .position(SeriesLabelPosition::UpperLeft)
        .label_font(LABELS)
        .background_style(WHITE)
        .border_style(BLACK.mix(0.3))
        .draw()?;
    area.present()?;
    Ok(())
}

/// The wall times of the programs that a mode has decided, in ascending order.
fn times(compared: &Compared, of: fn(&Comparison) -> &Cell) -> Vec<f64> {
    let cells = compared.comparisons.iter().map(|row| of(&row.comparison));
    let decided = cells.filter(|cell| matches!(cell.answer, Answer::Valid | Answer::Invalid));
    let mut times: Vec<f64> = decided.map(|cell| cell.wall.max(FLOOR)).collect();
    times.sort_by(f64::total_cmp);
    times
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::model::compare::fixture;

    #[test]
    fn the_plot_has_two_curves_and_a_point_for_each_decided_program() {
        let svg = plot(&fixture::compared()).expect("it can be drawn");
        assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"), "{svg}");
        assert_eq!(svg.matches("<circle").count(), 4);
        assert!(svg.contains("merge mode (3)") && svg.contains("path mode (1)"));
        assert_eq!(svg, plot(&fixture::compared()).expect("it can be drawn again"));
    }

    #[test]
    fn nothing_decided_is_an_empty_plot() {
        let mut compared = fixture::compared();
        compared.comparisons.clear();
        assert_eq!(plot(&compared).expect("it can be drawn").matches("<circle").count(), 0);
    }
}
