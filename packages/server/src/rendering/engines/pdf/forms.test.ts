// Filled-in form fields are part of the drawing, with and without an appearance stream; hidden fields are not.
import { expect, test } from 'vitest';
import { renderInProcess } from '../../in-process.ts';
import { colourOf, openPack, sampleLevel } from '../../testing/decode-image.ts';
import { testFolder } from '../../testing/folder.ts';

const folder = testFolder();

/** A sheet of 300 × 200 points with these form fields. */
function sheetWith(fields: readonly string[], more = ''): Buffer {
  const first = 5;
  const names = fields.map((_, i) => `${first + 2 * i} 0 R`).join(' ');
  const look =
    '<< /Type /XObject /Subtype /Form /BBox [0 0 40 40] /Length 26 >>\nstream\n1 0 0 rg 0 0 40 40 re f   \nendstream';
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R /AcroForm << /Fields [${names}] /DA (/Helv 30 Tf 0 0 1 rg)
       /DR << /Font << /Helv 4 0 R >> >> ${more} >> >>`,
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Resources << >> /Annots [${names}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...fields.flatMap((field, i) => [field.replace('LOOK', `${first + 2 * i + 1} 0 R`), look]),
  ];
  let file = '%PDF-1.7\n';
  const offsets = objects.map((body, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${body}\nendobj\n`;
    return at;
  });
  const rows = offsets.map((at) => `${String(at).padStart(10, '0')} 00000 n \n`).join('');
  const table = file.length;
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

const WIDGET = '/Type /Annot /Subtype /Widget';

async function shown(file: Buffer) {
  const source = await folder.put('form.pdf', file);
  const created = await renderInProcess(source, 1, await folder.fresh(), () => undefined);
  const pack = await openPack(created.pack);
  const picture = await sampleLevel(pack, pack.index.header.levels - 1);
  return (x: number, y: number) => colourOf(picture.at(x / 300, 1 - y / 200));
}

test('a filled-in field is drawn with its appearance, a hidden one is not', async () => {
  const at = await shown(
    sheetWith([
      `<< ${WIDGET} /FT /Tx /T (a) /V (x) /F 4 /Rect [20 100 60 140] /AP << /N LOOK >> >>`,
      `<< ${WIDGET} /FT /Btn /T (b) /V /On /AS /On /F 4 /Rect [80 100 120 140] /AP << /N << /On LOOK >> >> >>`,
      `<< ${WIDGET} /FT /Tx /T (c) /V (x) /F 2 /Rect [140 100 180 140] /AP << /N LOOK >> >>`,
    ]),
  );
  expect([at(40, 120), at(100, 120), at(160, 120)]).toEqual(['red', 'red', 'white']);
});

test('a field without an appearance shows its text', async () => {
  const field = `<< ${WIDGET} /FT /Tx /T (d) /V (HHHHHHHH) /F 4 /Rect [20 20 280 60] /DA (/Helv 40 Tf 0 0 1 rg) >>`;
  const at = await shown(sheetWith([field], '/NeedAppearances true'));
  let blue = 0;
  for (let x = 20; x < 280; x += 0.5) if (at(x, 40) === 'blue') blue++;
  expect(blue).toBeGreaterThan(10);
});
