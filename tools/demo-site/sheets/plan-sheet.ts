// One storey at 1:50 on its sheet: everything a floor plan shows inside the frame.
import type { Point } from '../building/cells.ts';
import {
  AXES_X,
  AXES_Y,
  type Built,
  type Change,
  DEPTH,
  type Door,
  LENGTH,
  type MeasuredRoom,
  type Opening,
  type Storey,
  type Window,
} from '../building/model.ts';
import { drawChain, levelMark, writeDimension } from './dimensions.ts';
import { deltaMark, revisionCloud } from './frame.ts';
import { poche } from './hatch.ts';
import { GREY, INK, type Pen, W } from './pen.ts';
import { drawFurniture } from './symbols.ts';

export const SCALE = 20;
/** Paper position of the crossing of axes A and 1, millimetres. */
const ORIGIN: Point = [100, 421];

const MMM = 1 / SCALE;

function drawDoor(pen: Pen, door: Door & Opening): void {
  const { rect: hole, runs } = door;
  const along = runs === 'x';
  const [low, high] = along ? [hole.y0, hole.y1] : [hole.x0, hole.x1];
  const face = door.side === 1 ? high : low;
  const start = along ? hole.x0 : hole.y0;
  const end = along ? hole.x1 : hole.y1;
  const spot = (s: number, across: number): Point => (along ? [s, across] : [across, s]);
  const jamb = 0.04;
  pen.lines(
    [
      [spot(start, low), spot(end, low)],
      [spot(start, high), spot(end, high)],
    ],
    { width: W.hair, colour: GREY },
  );
  if (door.kind === 'opening') {
    pen.lines(
      [
        [spot(start, low), spot(end, low)],
        [spot(start, high), spot(end, high)],
      ],
      { width: W.thin, dash: [1.6, 0.8] },
    );
    return;
  }
  const middle = (low + high) / 2;
  const frame = (s: number): void => {
    const a = spot(s, middle - 0.04);
    const b = spot(s + jamb, middle + 0.04);
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
      const p = spot(a, track + offset - 0.015);
      const q = spot(b, track + offset + 0.015);
      pen.box(p[0], p[1], q[0], q[1], { width: W.thin, fill: '#ffffff' });
    }
    return;
  }
  if (door.kind === 'gate') {
    pen.lines([[spot(start, middle), spot(end, middle)]], { width: W.medium, dash: [3, 1, 0.6, 1] });
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
    pen.arc(spot(hinge, face), width, Math.min(from, to), Math.max(from, to), { width: W.fine, colour: '#4b5156' });
    const p = spot(hinge, face);
    const q = spot(hinge + towards * 0.045, face + side * width);
    pen.box(p[0], p[1], q[0], q[1], { width: W.thin, fill: '#ffffff' });
  };
  if (door.kind === 'double') {
    leaf(start + jamb, 1, (end - start) / 2 - jamb);
    leaf(end - jamb, -1, (end - start) / 2 - jamb);
  } else if (door.hinge === -1) leaf(start + jamb, 1, end - start - 2 * jamb);
  else leaf(end - jamb, -1, end - start - 2 * jamb);
}

function doorLabel(pen: Pen, door: Door & Opening): void {
  if (door.kind === 'opening' || door.width < 0.7) return;
  const along = door.runs === 'x';
  const { rect: hole, side } = door;
  const middle = along ? (hole.x0 + hole.x1) / 2 : (hole.y0 + hole.y1) / 2;
  const face = side === 1 ? (along ? hole.y0 : hole.x0) : along ? hole.y1 : hole.x1;
  const [px, py] = pen.paper(along ? [middle, face] : [face, middle]);
  const size = 1.35;
  // The label stands on the side away from the leaf; the text always reads from below or from the right.
  const away = -side;
  const turn = along ? 0 : 90;
  const at = (right: number, up: number): Point => (along ? [px, py - up] : [px + right, py]);
  // Baselines of width, height and tag, counted from the face of the wall.
  const rows = along
    ? away === 1
      ? [3.6, 1.5, 5.7]
      : [-2.1, -4.2, -6.3]
    : away === 1
      ? [2.1, 4.2, 6.3]
      : [-2.9, -0.8, -5];
  const [first = 0, second = 0, third = 0] = rows;
  const colour = '#33393d';
  writeDimension(pen, door.width, at(first, first), { size, turn, colour });
  writeDimension(pen, door.height, at(second, second), { size, turn, colour });
  if (door.tag)
    pen.onPaper(() => pen.text(door.tag, at(third, third), { size, turn, align: 'centre', bold: true, colour }));
}

function drawWindow(pen: Pen, item: Window & Opening): void {
  const along = item.runs === 'x';
  const { rect: hole } = item;
  const [low, high] = along ? [hole.y0, hole.y1] : [hole.x0, hole.x1];
  const [start, end] = along ? [hole.x0, hole.x1] : [hole.y0, hole.y1];
  const spot = (s: number, across: number): Point => (along ? [s, across] : [across, s]);
  const outside = along ? (low < 1 ? -1 : 1) : low < 1 ? -1 : 1;
  const inner = outside === -1 ? high : low;
  const outer = outside === -1 ? low : high;
  const glass = inner + (outer - inner) * 0.46;
  pen.box(hole.x0, hole.y0, hole.x1, hole.y1, { width: 0, fill: '#ffffff' });
  pen.lines(
    [
      [spot(start, inner), spot(end, inner)],
      [spot(start - 0.04, outer + outside * 0.04), spot(end + 0.04, outer + outside * 0.04)],
      [spot(start, outer), spot(end, outer)],
    ],
    { width: W.fine },
  );
  const a = spot(start, glass - 0.035);
  const b = spot(end, glass + 0.035);
  pen.box(a[0], a[1], b[0], b[1], { width: W.thin, fill: '#ffffff' });
  pen.line(spot(start, glass), spot(end, glass), { width: W.fine });
  for (let i = 0; i <= item.lights; i++) {
    const s = start + ((end - start) * i) / item.lights;
    const w = i === 0 ? 0 : i === item.lights ? -0.07 : -0.035;
    const p = spot(s + w, glass - 0.035);
    const q = spot(s + w + 0.07, glass + 0.035);
    pen.box(p[0], p[1], q[0], q[1], { width: W.thin, fill: '#ffffff' });
  }
  if (item.width > 0.9) {
    const [px, py] = pen.paper(spot((start + end) / 2, inner - outside * 0.1));
    const turn = along ? 0 : 90;
    const at: Point = along ? [px, outside === -1 ? py - 0.4 : py + 1.6] : [outside === -1 ? px + 1.6 : px - 0.4, py];
    pen.onPaper(() =>
      pen.text(`SH ${item.sill < 0.2 ? '5' : Math.round(item.sill * 100)}`, at, {
        size: 1.35,
        turn,
        align: 'centre',
        colour: '#33393d',
      }),
    );
  }
}

function stamp(pen: Pen, room: MeasuredRoom): void {
  const [x, y] = pen.paper(room.stamp ?? room.seed);
  const area = `${room.squareMetres.toFixed(2)} m²`;
  pen.onPaper(() => {
    if (room.small) {
      const half = Math.max(pen.width(room.name, 1.7, true), pen.width(area, 1.7), 8) / 2 + 0.8;
      pen.box(x - half, y - 4.6, x + half, y + 4.2, { width: 0, fill: '#ffffff' });
      pen.text(room.number, [x, y - 2.2], { size: 1.6, align: 'centre' });
      pen.text(room.name, [x, y + 0.7], { size: 1.7, bold: true, align: 'centre' });
      pen.text(area, [x, y + 3.5], { size: 1.6, align: 'centre' });
      return;
    }
    const detail = `CH ${room.ceiling.toFixed(2)}  ·  ${room.finish}`;
    const half = Math.max(pen.width(room.name, 2.5, true), pen.width(detail, 1.6), 16) / 2 + 1.2;
    pen.box(x - half, y - 8.2, x + half, y + 8, { width: 0, fill: '#ffffff' });
    const box = pen.width(room.number, 2, true) / 2 + 1.2;
    pen.box(x - box, y - 7.8, x + box, y - 4, { width: W.fine });
    pen.text(room.number, [x, y - 4.9], { size: 2, bold: true, align: 'centre' });
    pen.text(room.name, [x, y - 0.4], { size: 2.5, bold: true, align: 'centre' });
    pen.text(area, [x, y + 3.6], { size: 2.2, align: 'centre' });
    pen.text(detail, [x, y + 6.9], { size: 1.6, align: 'centre', colour: '#3c4347' });
  });
}

function axes(pen: Pen, reach: { south: number; north: number; west: number; east: number }): void {
  const dash = { width: W.hair, dash: [7, 1.5, 1, 1.5], colour: '#5f666b' };
  const r = 5;
  const bubble = ([x, y]: Point, text: string): void => {
    const [px, py] = pen.paper([x, y]);
    pen.onPaper(() => {
      pen.circle([px, py], r, { width: W.medium, fill: '#ffffff' });
      pen.text(text, [px, py + 1.4], { size: 3.5, bold: true, align: 'centre' });
    });
  };
  for (const [i, x] of AXES_X.entries()) {
    pen.line([x, -reach.south], [x, DEPTH + reach.north], dash);
    bubble([x, -reach.south - r * MMM], String(i + 1));
    bubble([x, DEPTH + reach.north + r * MMM], String(i + 1));
  }
  for (const [i, y] of AXES_Y.entries()) {
    const letter = 'ABCD'[i] ?? '';
    pen.line([-reach.west, y], [LENGTH + reach.east, y], dash);
    bubble([-reach.west - r * MMM, y], letter);
    bubble([LENGTH + reach.east + r * MMM, y], letter);
  }
}

type Side = 'south' | 'north' | 'west' | 'east';
/** Millimetres from each face to the first chain; null for no chains on that side. */
export type Gaps = Record<Side, number | null>;

function facadeChains(pen: Pen, built: Built, half: number, gaps: Gaps): void {
  const openings: (Opening & { at: Point })[] = [...built.windows, ...built.doors];
  const far = 8 * MMM;
  for (const side of ['south', 'north', 'west', 'east'] as const) {
    const along = side === 'south' || side === 'north' ? 'x' : 'y';
    const low = side === 'south' || side === 'west';
    const size = along === 'x' ? LENGTH : DEPTH;
    const axis = low ? 0 : along === 'x' ? DEPTH : LENGTH;
    const gap = gaps[side];
    if (gap === null) continue;
    const out = low ? -1 : 1;
    const face = axis + out * half;
    const own = openings.filter(
      (item) => item.runs === along && Math.abs((along === 'x' ? item.at[1] : item.at[0]) - axis) < 0.01,
    );
    const edges = own.map(
      (item) =>
        (along === 'x' ? [item.rect.x0, item.rect.x1, item.height] : [item.rect.y0, item.rect.y1, item.height]) as [
          number,
          number,
          number,
        ],
    );
    edges.sort((a, b) => a[0] - b[0]);
    const stops = [-half, ...edges.flatMap((edge) => edge.slice(0, 2)), size + half];
    const line = (n: number): number => face + out * (gap * MMM + n * far);
    const heights = new Map(edges.map(([a, , height]) => [a, height]));
    const from = face + out * 2 * MMM;
    if (edges.length > 0) {
      drawChain(pen, {
        along,
        at: line(0),
        stops,
        from,
        below: (piece) => heights.get(stops[piece] ?? 0) ?? null,
        size: 1.9,
        mask: true,
      });
    }
    drawChain(pen, {
      along,
      at: line(1),
      stops: [-half, ...(along === 'x' ? AXES_X : AXES_Y), size + half],
      from: line(1) - out * 3 * MMM,
      size: 1.9,
      mask: true,
    });
    drawChain(pen, {
      along,
      at: line(2),
      stops: [-half, size + half],
      from: line(2) - out * 3 * MMM,
      size: 2.2,
      bold: true,
      mask: true,
    });
  }
}

function innerChain(pen: Pen, built: Built, chain: Storey['chains'][number]): void {
  const stops = [chain.from];
  let solid = true;
  for (const run of built.cut.cut(chain.along, chain.offset)) {
    const now = run.material !== null;
    if (now !== solid && run.from > chain.from + 0.01 && run.from < chain.to - 0.01) stops.push(run.from);
    solid = now;
  }
  stops.push(chain.to);
  drawChain(pen, { along: chain.along, at: chain.offset, stops, size: 1.6, mask: true, faint: true });
}

function sectionMarks(pen: Pen, at: number): void {
  for (const [x, out] of [
    [-0.28, -1],
    [LENGTH + 0.28, 1],
  ] as const) {
    const [px, py] = pen.paper([x, at]);
    pen.onPaper(() => {
      const a = px + out * 37;
      const b = px + out * 44;
      pen.line([a, py], [b, py], { width: W.heavy });
      pen.path(
        [
          [b, py - 6],
          [b - 2.6, py],
          [b + 2.6, py],
        ],
        { width: 0, fill: INK },
      );
      pen.box(b + out * 4.6 - 4, py - 5.6, b + out * 4.6 + 4, py + 3.4, { width: 0, fill: '#ffffff' });
      pen.text('A', [b + out * 5, py - 1.6], { size: 4, bold: true, align: 'centre' });
      pen.text('A-201', [b + out * 5, py + 2], { size: 1.6, align: 'centre' });
    });
  }
}

function changes(pen: Pen, list: readonly Change[]): void {
  for (const change of list) {
    const [x0, y1] = pen.paper([change.cloud.x0, change.cloud.y0]);
    const [x1, y0] = pen.paper([change.cloud.x1, change.cloud.y1]);
    pen.onPaper(() => {
      revisionCloud(pen, { x0, y0, x1, y1 });
      deltaMark(pen, [x1 + 7, y0 - 2], change.index);
    });
  }
}

export type PlanDrawing = { storey: Storey; built: Built; changes: readonly Change[]; half: number; gaps: Gaps };

export function drawPlan(pen: Pen, { storey, built, changes: list, half, gaps }: PlanDrawing): void {
  const reach = (side: Side): number => half + ((gaps[side] ?? 16) + 16 + 9) * MMM;
  pen.view(ORIGIN, SCALE, () => {
    axes(pen, { south: reach('south'), north: reach('north'), west: reach('west'), east: reach('east') });
    for (const item of storey.furniture) drawFurniture(pen, item);
    poche(pen, built.cut, MMM);
    for (const item of built.windows) drawWindow(pen, item);
    for (const item of built.doors) drawDoor(pen, item);
    for (const item of storey.separators)
      pen.line([item.x0, item.y0], [item.x1, item.y1], { width: W.fine, dash: [2, 1], colour: GREY });
    facadeChains(pen, built, half, gaps);
    for (const chain of storey.chains) innerChain(pen, built, chain);
    for (const item of built.doors) doorLabel(pen, item);
    for (const room of built.rooms) stamp(pen, room);
    for (const item of storey.levels) levelMark(pen, item.at, item.level, item.level - 0.16);
    for (const tag of storey.tags) pen.text(tag.text, tag.at, { size: 1.7, oblique: true, mask: true });
    sectionMarks(pen, 15.6);
    changes(pen, list);
  });
}

/** A rectangle on the drawing as fractions of the sheet, y downwards. */
export function onSheet([x, y]: Point): Point {
  const places = (value: number): number => Math.round(value * 1e6) / 1e6;
  return [places((ORIGIN[0] + x * SCALE) / 841), places((ORIGIN[1] - y * SCALE) / 594)];
}
