// Draws the storeys of a building model as floor plans: cut elements are filled, elements below are drawn with thin
// lines. All storeys share the same position on sheets of the same size, to scale.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import type { DrawingFrame } from '@plumbline/core/site/geometry/drawing-frame';
import PDFDocument from 'pdfkit';
import { typefaceFile } from '../../print/text/typeface-files.ts';
import type { Path } from './cut.ts';

/** How a cut element is drawn: walls and the like solid, doors and windows light, everything else as an outline. */
export type CutKind = 'solid' | 'light' | 'plain';
/** `outline`: its walls at the height of the cut, x and y in turn. */
export type Room = { name: string; number: string; x: number; y: number; area: number; outline: readonly number[] };

export type StoreyDrawing = {
  name: string;
  elevation: number;
  cuts: { kind: CutKind; paths: Path[] }[];
  /** Four numbers per line. */
  visibleLines: number[];
  rooms: Room[];
};

export type Extent = { minX: number; minY: number; maxX: number; maxY: number };

const PT_PER_M = 72 / 0.0254;
const SCALES = [50, 100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000, 50_000, 200_000];
/** Slightly more than an A0 sheet, in metres on paper. */
const MAX_SHEET_M = { long: 1.2, short: 0.85 };
const MARGIN = 0.02;
const FOOT = 0.022;

const [PLAIN, STRONG] = ['plain', 'strong'];
const INK = '#1d2326';
const CUT_COLOUR = '#4b565b';
const VISIBLE_COLOUR = '#8d999e';

export type Sheet = { scale: number; widthPt: number; heightPt: number; frame: DrawingFrame };

/**
 * Edges are rounded outwards to this step in metres, so that a revision that has grown slightly keeps the same sheet.
 */
const STEP = 0.5;

/** The sheet on which all storeys are drawn. */
export function sheetFor(extent: Extent): Sheet {
  const [minX, minY] = [extent.minX, extent.minY].map((at) => Math.floor(at / STEP) * STEP) as [number, number];
  const [maxX, maxY] = [extent.maxX, extent.maxY].map((at) => Math.ceil(at / STEP) * STEP) as [number, number];
  const width = maxX - minX;
  const height = maxY - minY;
  const fits = (scale: number) => {
    const [w, h] = [width / scale + 2 * MARGIN, height / scale + 2 * MARGIN + FOOT];
    return Math.max(w, h) <= MAX_SHEET_M.long && Math.min(w, h) <= MAX_SHEET_M.short;
  };
  const scale = SCALES.find(fits) ?? SCALES.at(-1) ?? 1_000;
  // Narrow buildings need room for the text below them.
  const paperWidth = Math.max(width / scale + 2 * MARGIN, 0.15);
  const paperHeight = Math.max(height / scale + 2 * MARGIN + FOOT, 0.1);
  const widthM = paperWidth * scale;
  const heightM = paperHeight * scale;
  const left = (minX + maxX) / 2 - widthM / 2;
  const top = maxY + MARGIN * scale + (heightM - height - (2 * MARGIN + FOOT) * scale) / 2;
  return {
    scale,
    widthPt: paperWidth * PT_PER_M,
    heightPt: paperHeight * PT_PER_M,
    frame: { left, top, widthM, heightM },
  };
}

type Pen = { doc: PDFKit.PDFDocument; sheet: Sheet; x(at: number): number; y(at: number): number };

/** Writes one page per storey. */
export async function writeDrawings(path: string, storeys: readonly StoreyDrawing[], sheet: Sheet, title: string) {
  const doc = new PDFDocument({
    autoFirstPage: false,
    margin: 0,
    info: { Title: title, Creator: 'Plumbline', Producer: 'Plumbline' },
  });
  const written = pipeline(doc, createWriteStream(path));
  doc.registerFont(PLAIN, typefaceFile('plain'));
  doc.registerFont(STRONG, typefaceFile('strong'));
  const perM = PT_PER_M / sheet.scale;
  const { left, top } = sheet.frame;
  const pen: Pen = { doc, sheet, x: (at) => (at - left) * perM, y: (at) => (top - at) * perM };
  for (const storey of storeys) {
    doc.addPage({ size: [sheet.widthPt, sheet.heightPt], margin: 0 });
    drawVisibleLines(pen, storey.visibleLines);
    for (const kind of ['plain', 'light', 'solid'] as const) drawCuts(pen, storey, kind);
    for (const room of storey.rooms) writeRoom(pen, room);
    writeFoot(pen, storey, title);
  }
  doc.end();
  await written;
}

function drawVisibleLines({ doc, x, y }: Pen, visibleLines: readonly number[]): void {
  doc.lineWidth(0.35).strokeColor(VISIBLE_COLOUR).lineCap('round').lineJoin('round');
  for (let i = 0; i + 3 < visibleLines.length; i += 4) {
    doc
      .moveTo(x(visibleLines[i] ?? 0), y(visibleLines[i + 1] ?? 0))
      .lineTo(x(visibleLines[i + 2] ?? 0), y(visibleLines[i + 3] ?? 0));
    // Very long paths are slow in every viewer.
    if (i % 8_000 === 7_996) doc.stroke();
  }
  doc.stroke();
}

const STROKES: Record<CutKind, number> = { solid: 0.9, light: 0.5, plain: 0.5 };
const FILLS: Record<CutKind, string | null> = { solid: CUT_COLOUR, light: '#ffffff', plain: null };

function drawCuts({ doc, x, y }: Pen, storey: StoreyDrawing, kind: CutKind): void {
  const fill = FILLS[kind];
  for (const cut of storey.cuts) {
    if (cut.kind !== kind) continue;
    const trace = (paths: readonly Path[]) => {
      for (const { points, closed } of paths) {
        for (let i = 0; i + 1 < points.length; i += 2) {
          const [px, py] = [x(points[i] ?? 0), y(points[i + 1] ?? 0)];
          if (i === 0) doc.moveTo(px, py);
          else doc.lineTo(px, py);
        }
        if (closed) doc.closePath();
      }
    };
    doc.lineWidth(STROKES[kind]).strokeColor(INK);
    const rings = cut.paths.filter((path) => path.closed);
    const open = cut.paths.filter((path) => !path.closed);
    if (rings.length > 0) {
      trace(rings);
      if (fill) doc.fillColor(fill).fillAndStroke(fill, INK, 'even-odd');
      else doc.stroke();
    }
    if (open.length > 0) {
      trace(open);
      doc.stroke();
    }
  }
}

/** Characters missing from the sheet's font become question marks rather than wrong characters. */
const written = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/[^\u{20}-\u{7e}\u{a0}-\u{24f}\u{370}-\u{52f}\u{1e00}-\u{1eff}\u{2010}-\u{203a}\u{2212}€]/gu, '?');

/**
 * No kerning or mark positioning: the text is already composed, and looking up pair kerning and stacked marks takes
 * longer than the rest of a small building's drawing.
 */
const PLAINLY: PDFKit.Mixins.TextOptions = {
  lineBreak: false,
  // The layout engine also accepts features to turn off, which the type omits.
  features: { kern: false, mark: false, mkmk: false } as unknown as PDFKit.Mixins.OpenTypeFeatures[],
};

function writeRoom({ doc, sheet, x, y }: Pen, room: Room): void {
  const size = Math.max(3.5, Math.min(9, (Math.sqrt(room.area) / sheet.scale) * PT_PER_M * 0.11));
  const lines = [
    ...(room.number && room.number !== room.name ? [room.number] : []),
    room.name,
    `${Math.round(room.area * 100) / 100} m²`,
  ].filter(Boolean);
  doc.fillColor(INK).fontSize(size);
  lines.forEach((line, i) => {
    const text = written(line);
    doc.font(i === 0 ? STRONG : PLAIN);
    const at = y(room.y) + (i - lines.length / 2) * size * 1.2;
    doc.text(text, x(room.x) - doc.widthOfString(text, PLAINLY) / 2, at, PLAINLY);
  });
}

const sign = (metres: number): string => {
  const text = Math.abs(metres).toFixed(2);
  return Number(text) === 0 ? '±0.00' : `${metres < 0 ? '−' : '+'}${text}`;
};

function writeFoot({ doc, sheet }: Pen, storey: StoreyDrawing, title: string): void {
  const { widthPt, heightPt, scale } = sheet;
  const foot = FOOT * PT_PER_M;
  const margin = MARGIN * PT_PER_M;
  const line = heightPt - foot;
  doc
    .lineWidth(0.8)
    .strokeColor(INK)
    .moveTo(margin / 2, line)
    .lineTo(widthPt - margin / 2, line)
    .stroke();
  doc.fillColor(INK).font(STRONG).fontSize(15);
  doc.text(written(storey.name), margin / 2, line + 10, PLAINLY);
  doc.font(PLAIN).fontSize(8.5).fillColor(CUT_COLOUR);
  doc.text(written(`${title}  ·  ${sign(storey.elevation)} m`), margin / 2, line + 31, PLAINLY);
  const words = `1:${scale}`;
  doc.font(STRONG).fontSize(15).fillColor(INK);
  doc.text(words, widthPt - margin / 2 - doc.widthOfString(words, PLAINLY), line + 10, PLAINLY);
  drawBar({ doc, sheet, x: (at) => at, y: (at) => at }, widthPt - margin / 2, line + 36);
}

/** A scale bar of a round length that ends at `right`. */
function drawBar({ doc, sheet }: Pen, right: number, y: number): void {
  const perM = PT_PER_M / sheet.scale;
  const metres = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000].find((one) => one * perM >= 55) ?? 5_000;
  const width = metres * perM;
  doc.lineWidth(0.6).strokeColor(INK);
  doc.rect(right - width, y, width / 2, 3).fillAndStroke(INK, INK);
  doc.rect(right - width / 2, y, width / 2, 3).stroke();
  doc.font(PLAIN).fontSize(7).fillColor(INK);
  const words = `${metres} m`;
  doc.text(words, right - width - doc.widthOfString(words, PLAINLY) - 4, y - 1.5, PLAINLY);
}
