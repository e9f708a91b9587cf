// One storey at 1:50: everything a floor plan shows inside the frame.
import type { Point } from '../../building/cells.ts';
import {
  AXES_X,
  AXES_Y,
  type Built,
  type Change,
  DEPTH,
  LENGTH,
  type MeasuredRoom,
  type Storey,
} from '../../building/model.ts';
import { levelMark } from '../dimensions.ts';
import { deltaMark, revisionCloud } from '../frame/marks.ts';
import { poche } from '../hatch.ts';
import { GREY, INK, type Pen, W } from '../pen.ts';
import { drawFurniture } from '../symbols/draw-furniture.ts';
import { facadeChains, type Gaps, innerChain, type Side } from './chains.ts';
import { doorLabel, drawDoor, drawWindow } from './openings.ts';
import { ORIGIN, PAPER_MM, SCALE } from './scale.ts';

/** Writes the number, name and area of a room; `heightLabel` abbreviates "clear height". */
export function stamp(pen: Pen, room: MeasuredRoom, heightLabel = 'CH'): void {
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
    const detail = `${heightLabel} ${room.ceiling.toFixed(2)}  ·  ${room.finish}`;
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
    bubble([x, -reach.south - r * PAPER_MM], String(i + 1));
    bubble([x, DEPTH + reach.north + r * PAPER_MM], String(i + 1));
  }
  for (const [i, y] of AXES_Y.entries()) {
    const letter = 'ABCD'[i] ?? '';
    pen.line([-reach.west, y], [LENGTH + reach.east, y], dash);
    bubble([-reach.west - r * PAPER_MM, y], letter);
    bubble([LENGTH + reach.east + r * PAPER_MM, y], letter);
  }
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
  const reach = (side: Side): number => half + ((gaps[side] ?? 16) + 16 + 9) * PAPER_MM;
  pen.view(ORIGIN, SCALE, () => {
    axes(pen, { south: reach('south'), north: reach('north'), west: reach('west'), east: reach('east') });
    for (const item of storey.furniture) drawFurniture(pen, item);
    poche(pen, built.cut, PAPER_MM);
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
