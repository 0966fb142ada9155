"""Draw tables, racks and positions: as SVG for notebooks and files, as text for terminals."""

from tilewise.core.drawing.scene import RackLine, Scene, scene_of_tiles, seat_label
from tilewise.core.drawing.svg import Svg, to_svg
from tilewise.core.drawing.text import to_text

__all__ = ["RackLine", "Scene", "Svg", "scene_of_tiles", "seat_label", "to_svg", "to_text"]
