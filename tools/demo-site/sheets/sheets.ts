// The sheets of the demo set: which exist, how each is drawn, and where its rooms are.
import { once } from 'node:events';
import { basement } from '../building/basement.ts';
import type { Point } from '../building/cells.ts';
import { firstFloor } from '../building/first-floor.ts';
import { groundFloor, groundFloorChanges, type Revision } from '../building/ground-floor.ts';
import { build, type Change, type Storey } from '../building/model.ts';
import { secondFloor } from '../building/second-floor.ts';
import { drawElevations } from './elevation/elevation-sheet.ts';
import type { Level } from './elevation/parts.ts';
import { drawFrame } from './frame/draw-frame.ts';
import type { Frame, LegendEntry, RevisionRow } from './frame/layout.ts';
import { openSheet, Pen } from './pen.ts';
import { drawPlan } from './plan/plan-sheet.ts';
import { onSheet } from './plan/scale.ts';
import { drawSite, SITE_ORIGIN, SITE_SCALE } from './site/site-sheet.ts';

export type SheetKey = 'A-001' | 'A-101' | 'A-102' | 'A-103' | 'A-104' | 'A-201';
export type SheetFile = { sheet: SheetKey; revision: Revision; title: string; file: string };

/** Every drawing file, older revision first. */
export const SHEETS: readonly SheetFile[] = [
  { sheet: 'A-001', revision: 'A', title: 'Site plan', file: 'A-001_A_site-plan.pdf' },
  { sheet: 'A-101', revision: 'A', title: 'Basement', file: 'A-101_A_basement.pdf' },
  { sheet: 'A-102', revision: 'A', title: 'Ground floor', file: 'A-102_A_ground-floor.pdf' },
  { sheet: 'A-102', revision: 'B', title: 'Ground floor', file: 'A-102_B_ground-floor.pdf' },
  { sheet: 'A-103', revision: 'A', title: 'First floor', file: 'A-103_A_first-floor.pdf' },
  { sheet: 'A-104', revision: 'A', title: 'Second floor', file: 'A-104_A_second-floor.pdf' },
  { sheet: 'A-201', revision: 'A', title: 'Section and elevations', file: 'A-201_A_section-elevations.pdf' },
];

const MATERIALS: readonly LegendEntry[] = [
  { sign: 'concrete', text: 'reinforced concrete C30/37' },
  { sign: 'masonry', text: 'masonry' },
  { sign: 'drywall', text: 'drywall partition' },
  { sign: 'glass', text: 'glazed partition' },
  { sign: 'insulation', text: 'thermal insulation' },
  { sign: 'axis', text: 'axis of the grid' },
  { sign: 'level', text: 'finished floor, below: raw slab' },
  { sign: 'section', text: 'section, see sheet' },
  { sign: 'cloud', text: 'changed since the last revision' },
];
const SITE_LEGEND: readonly LegendEntry[] = [
  { sign: 'boundary', text: 'boundary of the plot' },
  { sign: 'fence', text: 'site fence 2.00 m' },
  { sign: 'crane', text: 'reach of the tower crane' },
  { sign: 'storage', text: 'storage and working area' },
  { sign: 'road', text: 'public road' },
  { sign: 'tree', text: 'tree, keep and protect' },
];

const PLAN_NOTES: readonly string[] = [
  'All dimensions are structural sizes without plaster and lining.',
  'Openings and slots in concrete: see structural drawings S-101 ff.; do not drill or cut without release.',
  'Fire stops at all penetrations of fire-rated walls and slabs, with label and photo record.',
  'Drywall: double boarded, height up to raw slab, deflection head at the top.',
  'Door heights from finished floor; tags see door schedule A-601.',
  'Sockets 30 cm, switches 105 cm above finished floor unless noted.',
  'Movement joints in screed at all doors and at fields over 40 m².',
  'Site measurements are to be taken before windows and doors are made.',
];
const SITE_NOTES: readonly string[] = [
  'Heights in metres above local datum; ±0.00 = 412.60.',
  'Keep Lindenhofweg free for the fire brigade at all times; deliveries through gate 1 only.',
  'No loads over the school yard and the pavement of Gerberstieg.',
  'Services in the ground: trial pits before any excavation.',
  'Trees are protected to 1.50 m beyond the crown.',
];

/** The outline of a room on its sheet, as fractions of width and height, y downwards. */
export type SheetRoom = { number: string; name: string; squareMetres: number; outer: Point[]; holes: Point[][] };
/** Straight wall segments and doors on a sheet, for placing pins. */
export type SheetDoor = { centre: Point; width: number; runs: 'x' | 'y' };
export type SheetGeometry = { rooms: SheetRoom[]; walls: { from: Point; to: Point }[]; doors: SheetDoor[] };

const storeyOf = (sheet: SheetKey, revision: Revision): Storey | null => {
  if (sheet === 'A-101') return basement();
  if (sheet === 'A-102') return groundFloor(revision);
  if (sheet === 'A-103') return firstFloor();
  return sheet === 'A-104' ? secondFloor() : null;
};

/** The building on a floor-plan sheet; null for the site plan and the section, which have no rooms. */
export function sheetGeometry(sheet: SheetKey, revision: Revision = 'A'): SheetGeometry | null {
  const storey = storeyOf(sheet, revision);
  if (!storey) return null;
  const built = build(storey);
  return {
    rooms: built.rooms.map((room) => ({
      number: room.number,
      name: room.name,
      squareMetres: room.squareMetres,
      outer: room.outer.map(onSheet),
      holes: room.holes.map((hole) => hole.map(onSheet)),
    })),
    walls: built.cut
      .outlines()
      .filter((line) => line.kind === 'cut')
      .map(({ from, to }) => ({ from: onSheet(from), to: onSheet(to) })),
    doors: built.doors.map(({ rect, runs, width }) => ({
      centre: onSheet([(rect.x0 + rect.x1) / 2, (rect.y0 + rect.y1) / 2]),
      width,
      runs,
    })),
  };
}

/** A point of the building on a floor plan, or of the plot on the site plan: metres → fractions of the sheet. */
export function pointOn(sheet: SheetKey, at: Point): Point {
  if (sheet !== 'A-001') return onSheet(at);
  return [(SITE_ORIGIN[0] + at[0] * SITE_SCALE) / 841, (SITE_ORIGIN[1] - at[1] * SITE_SCALE) / 594];
}

const dayBefore = (today: string, days: number): string =>
  new Date(Date.parse(`${today}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

function frameOf(item: SheetFile, today: string, changes: readonly Change[]): Frame {
  const plan = item.sheet.startsWith('A-1');
  const site = item.sheet === 'A-001';
  const issued = dayBefore(today, 96);
  const changed = dayBefore(today, 12);
  const first: RevisionRow = { index: 'A', date: issued, text: 'Released for construction', by: 'HO' };
  const revisions: RevisionRow[] =
    item.revision === 'A'
      ? [first]
      : [first, ...changes.map((change) => ({ index: change.index, date: changed, text: change.text, by: 'MT' }))];
  return {
    number: item.sheet,
    index: item.revision,
    title: item.title,
    subtitle: site
      ? 'Plot, external works and site facilities'
      : plan
        ? 'Floor plan, working drawing'
        : 'Section A–A, south and north elevation',
    scale: site ? '1 : 200' : plan ? '1 : 50' : '1 : 50 / 100',
    bar: site ? { metres: 4, mm: 20 } : { metres: 1, mm: 20 },
    date: item.revision === 'A' ? issued : changed,
    revisions,
    notes: site ? SITE_NOTES : PLAN_NOTES,
    legend: site ? SITE_LEGEND : MATERIALS,
    storey: plan ? ({ 'A-101': -1, 'A-102': 0, 'A-103': 1, 'A-104': 2 }[item.sheet as string] ?? null) : null,
  };
}

function drawSheet(item: SheetFile, today: string): PDFKit.PDFDocument {
  const changes = item.sheet === 'A-102' && item.revision === 'B' ? groundFloorChanges : [];
  const frame = frameOf(item, today, changes);
  const doc = openSheet({
    title: `${item.sheet} ${item.title}`,
    subject: `Lindenhof, revision ${item.revision}`,
    created: new Date(`${frame.date}T08:00:00Z`),
  });
  const pen = new Pen(doc);
  const storey = storeyOf(item.sheet, item.revision);
  if (storey) {
    const low = storey.level < 0;
    const gaps = low
      ? { south: 16, north: 16, west: 16, east: null }
      : { south: 33, north: item.sheet === 'A-102' ? 28 : 16, west: 16, east: 16 };
    drawPlan(pen, { storey, built: build(storey), changes, half: low ? 0.27 : 0.28, gaps });
  } else if (item.sheet === 'A-001') drawSite(pen);
  else {
    const levels = [basement(), groundFloor('B'), firstFloor(), secondFloor()].map(
      (level): Level => ({ storey: level, built: build(level) }),
    );
    drawElevations(pen, levels);
  }
  drawFrame(pen, frame);
  return doc;
}

/** The PDF of a sheet, dated `today` (YYYY-MM-DD). */
export async function drawPdf(item: SheetFile, today: string): Promise<Buffer> {
  const doc = drawSheet(item, today);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  doc.end();
  await once(doc, 'end');
  return Buffer.concat(chunks);
}
