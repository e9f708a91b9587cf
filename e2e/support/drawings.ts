// Generates the files that the journeys upload.
import PDFDocument from 'pdfkit';
import sharp from 'sharp';

/** A PDF of A3 sheets, each with a title, a grid and text 2 mm high. */
export async function makePdf(titles: readonly string[]): Promise<Buffer> {
  const doc = new PDFDocument({ autoFirstPage: false });
  for (const title of titles) {
    doc.addPage({ size: 'A3', layout: 'landscape', margin: 0 });
    doc.rect(40, 40, 1110, 760).lineWidth(2).stroke();
    for (let x = 100; x < 1100; x += 100) doc.moveTo(x, 60).lineTo(x, 780).lineWidth(0.5).stroke('#888888');
    doc.fontSize(40).fillColor('#111111').text(title, 120, 90);
    doc.fontSize(5.6).text('detail words in two millimetres', 600, 420);
  }
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  const whole = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(pieces))));
  doc.end();
  return whole;
}

/** A single-colour photo whose EXIF orientation rotates it by a quarter turn. */
export const makePhoto = (colour: string): Promise<Buffer> =>
  sharp({ create: { width: 400, height: 300, channels: 3, background: colour } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
