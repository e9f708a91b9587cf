// The content of a drawing looks as in a good reader: hidden layers, transparency, the compression formats of scanners,
// PDF 2.0.
import { expect, test } from 'vitest';
import { drawPieces } from '../engines/pdf/bands.ts';
import { openPage, openPdf } from '../engines/pdf/document.ts';
import { allocateUnset, memoryOf } from '../engines/pdf/engine.ts';
import { pieceOf } from '../engines/tiles/make-tiles.ts';
import type { Piece } from '../engines/tiles/memory-layout.ts';
import { renderInProcess } from '../in-process.ts';
import { colourOf, decodeImage } from '../testing/decode-image.ts';
import { testFolder } from '../testing/folder.ts';
import { assemble, block, stream } from '../testing/pdf-fixture.ts';

const folder = testFolder();
const whole = (colour: string) => block(colour, 0, 0, 300, 200);
const GREEN = whole('0 1 0');
const RED = whole('1 0 0');

interface Sheet {
  readonly content: string;
  readonly resources?: string;
  readonly page?: string;
  readonly catalogue?: string;
  /** Objects from number 5 on. */
  readonly others?: readonly string[];
}

const pdfOf = ({ content, resources = '', page = '', catalogue = '', others = [] }: Sheet): Buffer =>
  assemble([
    `<< /Type /Catalog /Pages 2 0 R ${catalogue} >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << ${resources} >> ${page} >>`,
    stream('', content),
    ...others,
  ]);

async function shown(pdf: Buffer) {
  const path = await folder.put('sheet.pdf', pdf);
  return decodeImage((await renderInProcess(path, 1, await folder.fresh(), () => undefined)).preview);
}

const GROUP = '<< /Type /OCG /Name (Furniture) >>';
const OFF = '/OCProperties << /OCGs [5 0 R] /D << /OFF [5 0 R] >> >>';
const form = (more: string, content: string) =>
  stream(`/Type /XObject /Subtype /Form /BBox [0 0 300 200] ${more}`, content);
const marked = { content: `${GREEN}/OC /L BDC\n${RED}EMC\n`, resources: '/Properties << /L 5 0 R >>', others: [GROUP] };
const drawn = { content: `${GREEN}/X Do\n`, resources: '/XObject << /X 6 0 R >>', catalogue: OFF };

test.each<[string, Sheet]>([
  ['that is off', { ...marked, catalogue: OFF }],
  ['off by default', { ...marked, catalogue: '/OCProperties << /OCGs [5 0 R] /D << /BaseState /OFF >> >>' }],
  [
    'that belongs to a layer that is off',
    {
      ...marked,
      resources: '/Properties << /L 6 0 R >>',
      catalogue: OFF,
      others: [GROUP, '<< /Type /OCMD /OCGs [5 0 R] /P /AllOn >>'],
    },
  ],
  [
    'hidden by an expression',
    {
      ...marked,
      resources: '/Properties << /L 6 0 R >>',
      catalogue: OFF,
      others: [GROUP, '<< /Type /OCMD /VE [/Not [/Not 5 0 R]] >>'],
    },
  ],
  ['of a nested form', { ...drawn, others: [GROUP, form('/OC 5 0 R', RED)] }],
  [
    'of an image',
    {
      ...drawn,
      content: `${GREEN}300 0 0 200 0 0 cm /X Do\n`,
      others: [
        GROUP,
        stream(
          '/Type /XObject /Subtype /Image /Width 1 /Height 1 /BitsPerComponent 8 /ColorSpace /DeviceRGB /OC 5 0 R',
          String.fromCharCode(255, 0, 0),
        ),
      ],
    },
  ],
])('a layer %s is not drawn', async (_name, sheet) => {
  expect(colourOf((await shown(pdfOf(sheet))).at(0.5, 0.5))).toBe('green');
  // The same page without the layer settings that hide it.
  expect(colourOf((await shown(pdfOf({ ...sheet, catalogue: '' }))).at(0.5, 0.5))).toBe('red');
});

const NOTE = (more = '') => `<< /Type /Annot /Subtype /Stamp /Rect [0 0 300 200] /F 4 /AP << /N 6 0 R >> ${more} >>`;
const noted = { content: GREEN, page: '/Annots [7 0 R]' };

test.each<[string, Sheet]>([
  ['that is off', { ...noted, catalogue: OFF, others: [GROUP, form('', RED), NOTE('/OC 5 0 R')] }],
  [
    'off by default, declared elsewhere in the file',
    {
      ...noted,
      catalogue: '/OCProperties 8 0 R',
      others: [GROUP, form('', RED), NOTE('/OC 5 0 R'), '<< /OCGs [5 0 R] /D 9 0 R >>', '<< /BaseState /OFF /ON [] >>'],
    },
  ],
  [
    'that belongs to a layer that is off',
    {
      ...noted,
      catalogue: OFF,
      others: [GROUP, form('', RED), NOTE('/OC 8 0 R'), '<< /Type /OCMD /OCGs [5 0 R] /P /AllOn >>'],
    },
  ],
])('an annotation on a layer %s is not drawn', async (_name, sheet) => {
  expect(colourOf((await shown(pdfOf(sheet))).at(0.5, 0.5))).toBe('green');
  expect(colourOf((await shown(pdfOf({ ...sheet, catalogue: '' }))).at(0.5, 0.5))).toBe('red');
});

test('an annotation on a visible layer is drawn although others are hidden', async () => {
  const others = [GROUP, form('', RED), NOTE('/OC 8 0 R'), GROUP];
  expect(colourOf((await shown(pdfOf({ ...noted, catalogue: OFF, others }))).at(0.5, 0.5))).toBe('red');
});

test('transparency is blended with the content below', async () => {
  const half = await shown(pdfOf({ content: `/G gs ${RED}`, resources: '/ExtGState << /G << /ca 0.5 >> >>' }));
  const [r, g, b] = half.at(0.5, 0.5);
  expect(r).toBeGreaterThan(250);
  for (const part of [g, b]) expect(Math.abs(part - 128)).toBeLessThan(4);
  const multiplied = pdfOf({
    content: `${whole('1 1 0')}/G gs ${whole('0 1 1')}`,
    resources: '/ExtGState << /G << /BM /Multiply >> >>',
    page: '/Group << /S /Transparency /CS /DeviceRGB >>',
  });
  expect(colourOf((await shown(multiplied)).at(0.5, 0.5))).toBe('green');
});

test('a soft mask hides where it is dark', async () => {
  const mask = form('/Group << /S /Transparency /CS /DeviceGray >>', '1 g 0 0 150 200 re f');
  const picture = await shown(
    pdfOf({
      content: `/G gs ${RED}`,
      resources: '/ExtGState << /G << /SMask << /S /Luminosity /G 5 0 R >> >> >>',
      others: [mask],
    }),
  );
  expect([picture.at(0.2, 0.5), picture.at(0.8, 0.5)].map(colourOf)).toEqual(['red', 'white']);
});

test('PDF 2.0 is read', async () => {
  const pdf = Buffer.from(pdfOf({ content: GREEN }).toString('latin1').replace('%PDF-1.7', '%PDF-2.0'), 'latin1');
  expect(colourOf((await shown(pdf)).at(0.5, 0.5))).toBe('green');
});

/** Eight rows of sixteen pixels, the left half black, in CCITT fax compression. */
const FAX = Buffer.from('26a2fffffe002002', 'hex').toString('latin1');

/** The page and region segments of a JBIG2 image, as embedded in a PDF. */
function jbig2(data: string): string {
  const segment = (number: number, type: number, body: Buffer) => {
    const head = Buffer.alloc(11);
    head.writeUInt32BE(number, 0);
    head.set([type, 0, 1], 4);
    head.writeUInt32BE(body.length, 7);
    return Buffer.concat([head, body]);
  };
  const size = (length: number, last: number) => {
    const body = Buffer.alloc(length);
    body.writeUInt32BE(16, 0);
    body.writeUInt32BE(8, 4);
    body[length - 1] = last;
    return body;
  };
  const region = Buffer.concat([size(18, 1), Buffer.from(data, 'latin1')]);
  return Buffer.concat([segment(0, 48, size(19, 0)), segment(1, 38, region)]).toString('latin1');
}

/** Sixteen by eight pixels in green. */
const JPEG_2000 = Buffer.from(
  'AAAADGpQICANCocKAAAAFGZ0eXBqcDIgAAAAAGpwMiAAAAAtanAyaAAAABZpaGRyAAAACAAAABAAAwcHAAAAAAAPY29scgEAAAAAABAAAACeanAyY/9P/1EALwAAAAAAEAAAAAgAAAAAAAAAAAAAABAAAAAIAAAAAAAAAAAAAwcBAQcBAQcBAf9SAAwAAAABAQAEBAAB/1wABEBA/2QAJQABQ3JlYXRlZCBieSBPcGVuSlBFRyB2ZXJzaW9uIDIuNS4w/5AACgAAAAAAJgAB/5PAJBFQVK/fgDARUFSv9z/fgDARUFSv9z//2Q==',
  'base64',
).toString('latin1');

const GREY = '/Width 16 /Height 8 /BitsPerComponent 1 /ColorSpace /DeviceGray';
test.each([
  [
    'in CCITT fax',
    `${GREY} /Filter /CCITTFaxDecode /DecodeParms << /K -1 /Columns 16 /Rows 8 >>`,
    FAX,
    ['black', 'white'],
  ],
  ['in JBIG2', `${GREY} /Filter /JBIG2Decode`, jbig2(FAX), ['black', 'white']],
  ['in JPEG 2000', '/Width 16 /Height 8 /Filter /JPXDecode', JPEG_2000, ['green', 'green']],
])('an image %s is shown', async (_name, dictionary, data, colours) => {
  const picture = await shown(
    pdfOf({
      content: '300 0 0 200 0 0 cm /X Do\n',
      resources: '/XObject << /X 5 0 R >>',
      others: [stream(`/Type /XObject /Subtype /Image ${dictionary}`, data)],
    }),
  );
  expect([picture.at(0.2, 0.5), picture.at(0.8, 0.5)].map(colourOf)).toEqual(colours);
});

/** The red channel of a page, drawn in pieces of this size. */
async function drawnIn(path: string, size: { width: number; height: number }, piece: Piece): Promise<Uint8Array> {
  const document = await openPdf(path, 'pdfConversion');
  const page = openPage(document, 1, 'pdfConversion');
  const stride = piece.margin + piece.width;
  const at = allocateUnset(document.pdfium, 4 * stride * piece.rows) + 4 * piece.margin;
  const red = new Uint8Array(size.width * size.height);
  let [left, top] = [0, 0];
  for (const rows of drawPieces(page, size, { ...piece, at })) {
    const pixels = memoryOf(document.pdfium);
    for (let y = 0; y < rows; y++)
      for (let x = 0; x < Math.min(piece.width, size.width - left); x++)
        red[(top + y) * size.width + left + x] = pixels[at + 4 * (y * stride + x)] ?? 0;
    left += piece.width;
    if (left >= size.width) [left, top] = [0, top + rows];
  }
  page.close();
  document.close();
  return red;
}

test('text and lines that cross piece borders look as if drawn in one piece', async () => {
  const size = { width: 2_500, height: 1_000 };
  const content = Array.from(
    { length: 40 },
    (_, i) =>
      `BT /F 4 Tf ${(i / 3).toFixed(2)} ${5 * i + 2} Td (${'Rm 3.17 WM '.repeat(20)}) Tj ET 0 ${5 * i} m 300 ${4 * i} l S`,
  ).join('\n');
  const resources = '/Font << /F << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>';
  const path = await folder.put('text.pdf', pdfOf({ content: `0.1 w ${content}`, resources }));
  const piece = pieceOf({ ...size, picturePixels: 0, longPathPoints: 0 });
  expect(piece.width).toBeLessThan(size.width);
  const whole = await drawnIn(path, size, { width: size.width, rows: size.height, margin: 0 });
  const pieces = await drawnIn(path, size, piece);
  const differences = whole.map((red, i) => Math.abs(red - (pieces[i] ?? 0)));
  expect(Math.max(...new Set(differences))).toBeLessThanOrEqual(3);
});
