// An A0 sheet as dense as the plan of a storey: rooms, hatches, dimensions and several thousand words.
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import PDFDocument from 'pdfkit';

const WIDTH = 3370;
const HEIGHT = 2384;
const COLUMNS = 24;
const ROWS = 16;

export async function makeSheet(path: string): Promise<void> {
  const pdf = new PDFDocument({ size: [WIDTH, HEIGHT], margin: 0 });
  const out = pdf.pipe(createWriteStream(path));
  const width = (WIDTH - 200) / COLUMNS;
  const height = (HEIGHT - 400) / ROWS;
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column < COLUMNS; column++) {
      room(pdf, 100 + column * width, 100 + row * height, width, height, row * COLUMNS + column);
    }
  }
  pdf.fontSize(40).text('A-101', WIDTH - 300, HEIGHT - 120);
  pdf.end();
  await finished(out);
}

function room(pdf: PDFKit.PDFDocument, x: number, y: number, width: number, height: number, number: number): void {
  pdf.lineWidth(2.5).rect(x, y, width, height).stroke('#222222');
  pdf.lineWidth(0.25);
  // The hatch of a wall.
  for (let at = 0; at < width; at += 3) pdf.moveTo(x + at, y).lineTo(x + at + 6, y + 8);
  pdf.stroke('#777777');
  pdf
    .lineWidth(0.5)
    .circle(x + width * 0.7, y + height * 0.6, height / 5)
    .stroke('#1457a8');
  for (let line = 0; line < 6; line++) {
    pdf
      .fillColor('#000000')
      .fontSize(6.5)
      .text(`R${number}.${line} Wand ${number * 3 + line} h=2.${line}0`, x + 6, y + 14 + line * 9, {
        lineBreak: false,
      });
  }
}
