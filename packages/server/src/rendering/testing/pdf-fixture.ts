// Small PDF files for tests, written by hand to control every box, rotation and annotation.

export interface FixturePage {
  readonly mediaBox: readonly [number, number, number, number];
  readonly cropBox?: readonly [number, number, number, number];
  readonly rotate?: 0 | 90 | 180 | 270;
  /** Drawing operators; the font /F1 is Helvetica. */
  readonly content: string;
  /** A red square annotation over this rectangle. */
  readonly annotation?: readonly [number, number, number, number];
  /** Also drawn, on a hidden layer. */
  readonly hidden?: string;
}

export function makePdf(pages: readonly FixturePage[]): Buffer {
  const objects: string[] = ['', '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>'];
  const add = (body: string) => objects.push(body);
  const layer = pages.some((page) => page.hidden !== undefined) ? add('<< /Type /OCG /Name (Hidden) >>') : 0;
  const kids = pages.map((page) => addPage(page, add, layer));
  const tree = add(`<< /Type /Pages /Count ${kids.length} /Kids [${kids.map((kid) => `${kid} 0 R`).join(' ')}] >>`);
  const layers = layer
    ? `/OCProperties << /OCGs [${layer} 0 R] /D << /OFF [${layer} 0 R] /Order [${layer} 0 R] >> >>`
    : '';
  objects[0] = `<< /Type /Catalog /Pages ${tree} 0 R ${layers} >>`;
  const parented = objects.map((body) => body.replace('PARENT', `${tree} 0 R`));
  return assemble(parented);
}

const list = (numbers: readonly number[]) => `[${numbers.join(' ')}]`;
export const stream = (dictionary: string, data: string) =>
  `<< ${dictionary} /Length ${data.length} >>\nstream\n${data}\nendstream`;

/** Objects are numbered from 1 in order; `add` returns the number. */
function addPage(page: FixturePage, add: (body: string) => number, layer: number): number {
  const hidden = page.hidden === undefined ? '' : `/OC /Off BDC\n${page.hidden}EMC\n`;
  const content = add(stream('', page.content + hidden));
  const properties = layer ? `/Properties << /Off ${layer} 0 R >>` : '';
  const parts = [
    '/Type /Page /Parent PARENT',
    `/MediaBox ${list(page.mediaBox)}`,
    `/Contents ${content} 0 R /Resources << /Font << /F1 2 0 R >> ${properties} >>`,
  ];
  if (page.cropBox) parts.push(`/CropBox ${list(page.cropBox)}`);
  if (page.rotate) parts.push(`/Rotate ${page.rotate}`);
  if (page.annotation) parts.push(`/Annots [${addSquare(page.annotation, add)} 0 R]`);
  return add(`<< ${parts.join(' ')} >>`);
}

function addSquare(rect: readonly [number, number, number, number], add: (body: string) => number): number {
  const box = [0, 0, rect[2] - rect[0], rect[3] - rect[1]];
  const look = add(stream(`/Type /XObject /Subtype /Form /BBox ${list(box)}`, `1 0 0 rg ${box.join(' ')} re f`));
  return add(`<< /Type /Annot /Subtype /Square /Rect ${list(rect)} /F 4 /AP << /N ${look} 0 R >> >>`);
}

export function assemble(objects: readonly string[]): Buffer {
  let file = '%PDF-1.7\n';
  const offsets: number[] = [];
  for (const [i, body] of objects.entries()) {
    offsets.push(file.length);
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
  }
  const table = file.length;
  const rows = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${rows}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Operators for a filled rectangle. */
export const block = (colour: string, x: number, y: number, width: number, height: number) =>
  `${colour} rg ${x} ${y} ${width} ${height} re f\n`;

/** Operators for black text. */
export const text = (words: string, x: number, y: number, size: number) =>
  `0 0 0 rg BT /F1 ${size} Tf ${x} ${y} Td (${words}) Tj ET\n`;
