// Draws an area without a map source: a metric grid with scale bar, north arrow and corner coordinates.
import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { roundLength } from '@plumbline/core/features/maps/measure';
import { type Area, areaSize } from '@plumbline/core/site/geometry/mercator';
import PDFDocument from 'pdfkit';

/** Longer side of the sheet in points: A1, so that numbers stay legible when the whole sheet is visible. */
const SIDE = 2_384;
/** Approximate number of coarse grid lines on the longer side; each interval has ten fine ones. */
const COARSE = 12;
const INK = '#3d4a4f';
const COARSE_LINE = '#93a3a8';
const FINE_LINE = '#e3e9ea';
const TEXT = 22;

const ten = (value: number): string => String(Math.round(value * 1e6) / 1e6);

/** Rounds up to 1, 2 or 5 times a power of ten. */
function stepFor(metres: number): number {
  const below = roundLength(metres / COARSE);
  return [1, 2, 2.5, 5, 10].map((times) => times * below).find((step) => metres / step <= COARSE) ?? below;
}

type Sheet = {
  doc: PDFKit.PDFDocument;
  width: number;
  height: number;
  widthM: number;
  heightM: number;
  perMetre: number;
};

function drawGrid({ doc, width, height, widthM, heightM, perMetre }: Sheet, step: number): void {
  const lines = (every: number, colour: string, weight: number) => {
    doc.lineWidth(weight).strokeColor(colour);
    for (let at = 0; at <= widthM; at += every) doc.moveTo(at * perMetre, 0).lineTo(at * perMetre, height);
    for (let at = 0; at <= heightM; at += every)
      doc.moveTo(0, height - at * perMetre).lineTo(width, height - at * perMetre);
    doc.stroke();
  };
  lines(step / 10, FINE_LINE, 0.7);
  lines(step, COARSE_LINE, 2.2);
  doc.fillColor(INK).fontSize(TEXT);
  // From the lower left corner, as is usual for site coordinates.
  for (let at = step; at < widthM; at += step)
    doc.text(`${ten(at)}`, at * perMetre + 6, height - TEXT * 1.4, { lineBreak: false });
  for (let at = step; at < heightM; at += step)
    doc.text(`${ten(at)}`, 8, height - at * perMetre - TEXT * 1.2, { lineBreak: false });
}

function drawBackdrop({ doc }: Sheet, x: number, y: number, width: number, height: number): void {
  doc.roundedRect(x, y, width, height, 8).lineWidth(1).fillAndStroke('#ffffff', COARSE_LINE);
}

function drawNorth(sheet: Sheet): void {
  const { doc, width } = sheet;
  const x = width - 110;
  drawBackdrop(sheet, x, 40, 70, 120);
  doc
    .moveTo(x + 35, 52)
    .lineTo(x + 52, 108)
    .lineTo(x + 35, 96)
    .lineTo(x + 18, 108)
    .closePath()
    .fill(INK);
  doc.font('Helvetica-Bold').fontSize(30).text('N', x, 120, { width: 70, align: 'center', lineBreak: false });
  doc.font('Helvetica');
}

function drawScale(sheet: Sheet): void {
  const { doc, width, height, perMetre, widthM } = sheet;
  const metres = roundLength(widthM / 6);
  const length = metres * perMetre;
  const x = width - length - 120;
  const y = height - 130;
  drawBackdrop(sheet, x - 40, y - 50, length + 120, 110);
  doc.lineWidth(2).strokeColor(INK);
  for (const [i, from] of [0, 0.5].entries()) {
    doc.rect(x + from * length, y, length / 2, 16);
    if (i === 0) doc.fillAndStroke(INK, INK);
    else doc.fillAndStroke('#ffffff', INK);
  }
  doc.fillColor(INK).fontSize(TEXT);
  for (const [share, text] of [
    [0, '0'],
    [0.5, ten(metres / 2)],
    [1, `${ten(metres)} m`],
  ] as const)
    doc.text(text, x + share * length - 60, y - 32, { width: 120, align: 'center', lineBreak: false });
  doc.fontSize(TEXT * 0.8).fillColor(INK);
}

function drawCorners({ doc, width, height }: Sheet, { west, south, east, north }: Area): void {
  const name = (lat: number, lon: number) => `${lat.toFixed(6)}, ${lon.toFixed(6)}`;
  doc.fontSize(TEXT * 0.8).fillColor(INK);
  doc.text(name(north, west), 12, 12, { lineBreak: false });
  doc.text(name(south, east), width - 412, height - 28, { width: 400, align: 'right', lineBreak: false });
}

/** Writes the sheet as a PDF whose page is exactly the area. */
export async function writePlainMap(path: string, area: Area, title: string): Promise<void> {
  const { widthM, heightM } = areaSize(area);
  const perMetre = SIDE / Math.max(widthM, heightM);
  const size: [number, number] = [widthM * perMetre, heightM * perMetre];
  const doc = new PDFDocument({ size, margin: 0, info: { Title: title } });
  const written = pipeline(doc, createWriteStream(path));
  const [width, height] = size;
  const sheet = { doc, width, height, widthM, heightM, perMetre };
  doc.rect(0, 0, width, height).fill('#ffffff');
  doc.font('Helvetica');
  drawGrid(sheet, stepFor(Math.max(widthM, heightM)));
  drawCorners(sheet, area);
  drawNorth(sheet);
  drawScale(sheet);
  doc.end();
  await written;
}
