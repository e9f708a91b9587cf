// Section A–A at 1:50 and two elevations at 1:100; walls, openings and heights come from the storeys.
import type { Point } from '../../building/cells.ts';
import { INK, type Pen, W } from '../pen.ts';
import { elevation } from './elevation.ts';
import { type Level, PARAPET, ROOF } from './parts.ts';
import { section } from './section.ts';

const SCALE = 20;
const ELEVATION_SCALE = 10;

function heading(pen: Pen, text: string, scale: string, at: Point): void {
  pen.text(text, at, { size: 4, bold: true });
  const width = pen.width(text, 4, true);
  pen.line([at[0], at[1] + 2], [at[0] + width, at[1] + 2], { width: W.cut });
  pen.text(scale, [at[0] + width + 4, at[1]], { size: 2.5 });
}

function callout(pen: Pen, at: Point, bend: Point, text: string): void {
  pen.path([at, bend, [bend[0] + 0.5, bend[1]]], { width: W.fine });
  pen.circle(at, 0.04, { width: W.fine, fill: INK });
  pen.text(text, [bend[0] + 0.6, bend[1] - 0.04], { size: 1.8, mask: true });
}

export function drawElevations(pen: Pen, levels: readonly Level[]): void {
  heading(pen, 'SOUTH ELEVATION', '1 : 100', [76, 157]);
  pen.view([76, 146], ELEVATION_SCALE, () => elevation(pen, levels, 'south'));
  heading(pen, 'NORTH ELEVATION', '1 : 100', [456, 157]);
  pen.view([456, 146], ELEVATION_SCALE, () => elevation(pen, levels, 'north'));
  heading(pen, 'SECTION A – A', '1 : 50', [30, 488]);
  pen.view([100, 384], SCALE, () => {
    section(pen, levels);
    callout(
      pen,
      [21.2, ROOF + 0.12],
      [21.9, PARAPET + 0.3],
      'extensive green roof, bitumen membrane 2 layers, insulation 240 mm, fall 2 %',
    );
    callout(pen, [24.5, -3.45], [25.2, -4.6], 'RC slab 350 mm C30/37 watertight, blinding 80 mm');
  });
}
