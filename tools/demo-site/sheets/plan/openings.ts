// Doors and windows in plan.
import type { Point } from '../../building/cells.ts';
import type { Door, Opening, Window } from '../../building/model.ts';
import { writeDimension } from '../dimensions.ts';
import { GREY, type Pen, W } from '../pen.ts';

export function drawDoor(pen: Pen, door: Door & Opening): void {
  const { rect: hole, runs } = door;
  const along = runs === 'x';
  const [low, high] = along ? [hole.y0, hole.y1] : [hole.x0, hole.x1];
  const face = door.side === 1 ? high : low;
  const start = along ? hole.x0 : hole.y0;
  const end = along ? hole.x1 : hole.y1;
  const position = (s: number, across: number): Point => (along ? [s, across] : [across, s]);
  const jamb = 0.04;
  pen.lines(
    [
      [position(start, low), position(end, low)],
      [position(start, high), position(end, high)],
    ],
    { width: W.hair, colour: GREY },
  );
  if (door.kind === 'opening') {
    pen.lines(
      [
        [position(start, low), position(end, low)],
        [position(start, high), position(end, high)],
      ],
      { width: W.thin, dash: [1.6, 0.8] },
    );
    return;
  }
  const middle = (low + high) / 2;
  const frame = (s: number): void => {
    const a = position(s, middle - 0.04);
    const b = position(s + jamb, middle + 0.04);
    pen.box(a[0], a[1], b[0], b[1], { width: W.thin, fill: '#ffffff' });
  };
  frame(start);
  frame(end - jamb);
  if (door.kind === 'sliding' || door.kind === 'automatic') {
    const half = (start + end) / 2;
    const track = door.kind === 'sliding' ? middle : door.side === 1 ? low - 0.07 : high + 0.07;
    for (const [a, b, offset] of [
      [start - (door.kind === 'automatic' ? 0.5 : 0), half, -0.03],
      [half, end + (door.kind === 'automatic' ? 0.5 : 0), 0.03],
    ] as const) {
      const p = position(a, track + offset - 0.015);
      const q = position(b, track + offset + 0.015);
      pen.box(p[0], p[1], q[0], q[1], { width: W.thin, fill: '#ffffff' });
    }
    return;
  }
  if (door.kind === 'gate') {
    pen.lines([[position(start, middle), position(end, middle)]], { width: W.medium, dash: [3, 1, 0.6, 1] });
    return;
  }
  const leaf = (hinge: number, towards: number, width: number): void => {
    const side = door.side;
    const base = along ? (side === 1 ? 90 : -90) : side === 1 ? 0 : 180;
    const closed = along ? (towards === 1 ? 0 : 180) : towards === 1 ? 90 : -90;
    let from = closed;
    let to = base;
    while (to - from > 180) from += 360;
    while (from - to > 180) to += 360;
    pen.arc(position(hinge, face), width, Math.min(from, to), Math.max(from, to), { width: W.fine, colour: '#4b5156' });
    const p = position(hinge, face);
    const q = position(hinge + towards * 0.045, face + side * width);
    pen.box(p[0], p[1], q[0], q[1], { width: W.thin, fill: '#ffffff' });
  };
  if (door.kind === 'double') {
    leaf(start + jamb, 1, (end - start) / 2 - jamb);
    leaf(end - jamb, -1, (end - start) / 2 - jamb);
  } else if (door.hinge === -1) leaf(start + jamb, 1, end - start - 2 * jamb);
  else leaf(end - jamb, -1, end - start - 2 * jamb);
}

export function doorLabel(pen: Pen, door: Door & Opening): void {
  if (door.kind === 'opening' || door.width < 0.7) return;
  const along = door.runs === 'x';
  const { rect: hole, side } = door;
  const middle = along ? (hole.x0 + hole.x1) / 2 : (hole.y0 + hole.y1) / 2;
  const face = side === 1 ? (along ? hole.y0 : hole.x0) : along ? hole.y1 : hole.x1;
  const [px, py] = pen.paper(along ? [middle, face] : [face, middle]);
  const size = 1.35;
  // The label is on the side opposite the leaf; text always reads from below or from the right.
  const away = -side;
  const rotation = along ? 0 : 90;
  const at = (right: number, up: number): Point => (along ? [px, py - up] : [px + right, py]);
  // Baselines of width, height and tag, measured from the face of the wall.
  const rows = along
    ? away === 1
      ? [3.6, 1.5, 5.7]
      : [-2.1, -4.2, -6.3]
    : away === 1
      ? [2.1, 4.2, 6.3]
      : [-2.9, -0.8, -5];
  const [first = 0, second = 0, third = 0] = rows;
  const colour = '#33393d';
  writeDimension(pen, door.width, at(first, first), { size, turn: rotation, colour });
  writeDimension(pen, door.height, at(second, second), { size, turn: rotation, colour });
  if (door.tag)
    pen.onPaper(() =>
      pen.text(door.tag, at(third, third), { size, turn: rotation, align: 'centre', bold: true, colour }),
    );
}

export function drawWindow(pen: Pen, item: Window & Opening): void {
  const along = item.runs === 'x';
  const { rect: hole } = item;
  const [low, high] = along ? [hole.y0, hole.y1] : [hole.x0, hole.x1];
  const [start, end] = along ? [hole.x0, hole.x1] : [hole.y0, hole.y1];
  const position = (s: number, across: number): Point => (along ? [s, across] : [across, s]);
  const outside = along ? (low < 1 ? -1 : 1) : low < 1 ? -1 : 1;
  const inner = outside === -1 ? high : low;
  const outer = outside === -1 ? low : high;
  const glass = inner + (outer - inner) * 0.46;
  pen.box(hole.x0, hole.y0, hole.x1, hole.y1, { width: 0, fill: '#ffffff' });
  pen.lines(
    [
      [position(start, inner), position(end, inner)],
      [position(start - 0.04, outer + outside * 0.04), position(end + 0.04, outer + outside * 0.04)],
      [position(start, outer), position(end, outer)],
    ],
    { width: W.fine },
  );
  const a = position(start, glass - 0.035);
  const b = position(end, glass + 0.035);
  pen.box(a[0], a[1], b[0], b[1], { width: W.thin, fill: '#ffffff' });
  pen.line(position(start, glass), position(end, glass), { width: W.fine });
  for (let i = 0; i <= item.lights; i++) {
    const s = start + ((end - start) * i) / item.lights;
    const w = i === 0 ? 0 : i === item.lights ? -0.07 : -0.035;
    const p = position(s + w, glass - 0.035);
    const q = position(s + w + 0.07, glass + 0.035);
    pen.box(p[0], p[1], q[0], q[1], { width: W.thin, fill: '#ffffff' });
  }
  if (item.width > 0.9) {
    const [px, py] = pen.paper(position((start + end) / 2, inner - outside * 0.1));
    const rotation = along ? 0 : 90;
    const at: Point = along ? [px, outside === -1 ? py - 0.4 : py + 1.6] : [outside === -1 ? px + 1.6 : px - 0.4, py];
    pen.onPaper(() =>
      pen.text(`SH ${item.sill < 0.2 ? '5' : Math.round(item.sill * 100)}`, at, {
        size: 1.35,
        turn: rotation,
        align: 'centre',
        colour: '#33393d',
      }),
    );
  }
}
