"""Charts as SVG: read out by their title, and every colour of the day has one of the night."""

from __future__ import annotations

import re

from examples.learn.curve import CURVE, PICTURE, drawn
from filon.research.charts.svg import AT_NIGHT, svg_of


def test_a_chart_has_a_title_and_no_colour_that_stays_the_same_at_night() -> None:
    svg = svg_of(drawn(CURVE), "won & lost")
    assert "<title>won &amp; lost</title>" in svg
    assert set(re.findall(r'(?:fill|stroke)="([^"]+)"', svg)) - {"none"} <= set(AT_NIGHT)
    assert svg.split("</title>")[1].strip() == PICTURE.read_text(encoding="utf-8").split("</title>")[1].strip()
