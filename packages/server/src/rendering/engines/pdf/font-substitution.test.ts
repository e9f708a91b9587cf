// Text in a PDF without embedded fonts is drawn with one of our fonts, or with a system font for East Asian text.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { previewPagesInProcess, renderInProcess } from '../../in-process.ts';
import { type DecodedImage, decodeImage } from '../../testing/decode-image.ts';
import { testFolder } from '../../testing/folder.ts';
import { assemble, stream } from '../../testing/pdf-fixture.ts';
import { readTextLayer } from '../../text/text-layer.ts';
import { substituteFor } from './font-substitution.ts';

const folder = testFolder();
const CYRILLIC = 204;
const ARABIC = 178;
const JAPANESE = 128;
const CHINESE = 134;
const of = (charset: number) => ({ charset, weight: 400, face: 'NobodyHas-This' });

async function withFiles(names: readonly string[]): Promise<string> {
  const root = await folder.fresh();
  for (const name of names) {
    await mkdir(join(root, name, '..'), { recursive: true });
    await writeFile(join(root, name), '');
  }
  return root;
}

const ROWS = {
  cyrillic: ['/afii10017 /afii10018 /afii10019 /afii10020', 'АБВГ'],
  greek: ['/Alpha /beta /Gamma /lambda', 'ΑβΓλ'],
  thai: ['/uni0E01 /uni0E02 /uni0E03 /uni0E04', 'กขฃค'],
  latin: ['/A /B /C /D', 'ABCD'],
} as const;

/** A sheet with four letters of a font that is not embedded. */
function lettersOf(face: string, letters: string): Buffer {
  return assemble([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Count 1 /Kids [3 0 R] >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 200] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    stream('', 'BT /F1 60 Tf 20 80 Td (ABCD) Tj ET'),
    `<< /Type /Font /Subtype /TrueType /BaseFont /${face} /Encoding 6 0 R /FontDescriptor 7 0 R >>`,
    `<< /BaseEncoding /WinAnsiEncoding /Differences [65 ${letters}] >>`,
    `<< /Type /FontDescriptor /FontName /${face} /Flags 32 /StemV 80 /FontBBox [0 0 900 900] >>`,
  ]);
}

function darkIn(picture: DecodedImage): number {
  let dark = 0;
  for (let x = 0.05; x < 0.95; x += 0.002) if (picture.at(x, 0.5)[0] < 128) dark++;
  return dark;
}

async function drawn(pdf: Buffer) {
  const path = await folder.put('letters.pdf', pdf);
  const created = await renderInProcess(path, 1, await folder.fresh(), () => undefined);
  const picture = await decodeImage(created.preview);
  const dark = darkIn(picture);
  const words = (await readTextLayer(created.text ?? '')).map((word) => word.text);
  return { words, dark, typefacesLeftOut: created.typefacesLeftOut };
}

test.each([
  ['NobodyHas-This', 'cyrillic'],
  ['Arial', 'cyrillic'],
  ['Helvetica-Bold', 'greek'],
  ['TimesNewRomanPSMT', 'greek'],
  ['Courier', 'cyrillic'],
  ['Helvetica', 'latin'],
] as const)('words of %s in %s are drawn and found without the font', async (face, writing) => {
  const [letters, word] = ROWS[writing];
  const { words, dark, typefacesLeftOut } = await drawn(lettersOf(face, letters));
  expect(words).toEqual([word]);
  expect(dark).toBeGreaterThan(30);
  expect(typefacesLeftOut).toEqual([]);
});

test('page previews contain these letters too, and each page uses its own font', async () => {
  const [cyrillic, latin] = await Promise.all(
    (['cyrillic', 'latin'] as const).map((writing) =>
      folder.put(`${writing}.pdf`, lettersOf('Arial', ROWS[writing][0])),
    ),
  );
  const preview = async (path = '') => {
    const out = join(await folder.fresh(), 'preview.webp');
    await previewPagesInProcess(path, [{ page: 1, out }], () => undefined);
    return decodeImage(out);
  };
  const before = await preview(latin);
  expect(darkIn(await preview(cyrillic))).toBeGreaterThan(30);
  const after = await preview(latin);
  for (let x = 0; x < 1; x += 0.01) expect(after.at(x, 0.5)).toEqual(before.at(x, 0.5));
});

test('a font without a substitute is reported by name', async () => {
  const { words, dark, typefacesLeftOut } = await drawn(lettersOf('Angsana', ROWS.thai[0]));
  expect(words).toEqual([ROWS.thai[1]]);
  expect(dark).toBe(0);
  expect(typefacesLeftOut).toEqual(['Angsana']);
});

test('scripts covered by our fonts need no system font', () => {
  expect(substituteFor(of(CYRILLIC), [])).toMatch(/NotoSans-Regular\.ttf$/u);
  expect(substituteFor({ ...of(CYRILLIC), weight: 700, italic: true }, [])).toMatch(/NotoSans-BoldItalic\.ttf$/u);
  expect(substituteFor(of(ARABIC), [])).toMatch(/NotoNaskhArabic-Regular\.ttf$/u);
});

test('the standard fonts are drawn by PDFium itself', () => {
  expect(substituteFor({ ...of(0), face: 'Helvetica-Bold' }, [])).toBeUndefined();
  expect(substituteFor({ ...of(0), pitch: 0x10 }, [])).toBeUndefined();
  expect(substituteFor({ ...of(0), pitch: 1 }, [])).toBeUndefined();
});

test("PDFium's own fonts are replaced if letters are missing that only ours have; symbol fonts are not", () => {
  const wanted = (face: string) => substituteFor({ ...of(0), face }, [], true);
  expect(wanted('Helvetica-Bold')).toMatch(/NotoSans-Regular\.ttf$/u);
  expect(wanted('ZapfDingbats')).toBeUndefined();
});

test('East Asian text uses system fonts: same script first, regular before bold, any before none', async () => {
  const root = await withFiles(['a/NotoSansSC-Bold.otf', 'b/c/NotoSansSC-Regular.otf', 'notes.txt', 'z/ipag.ttf']);
  expect(substituteFor(of(CHINESE), [root])).toBe(join(root, 'b/c/NotoSansSC-Regular.otf'));
  expect(substituteFor(of(JAPANESE), [root])).toBe(join(root, 'z/ipag.ttf'));
  const one = await withFiles(['NotoSansKR-Regular.ttf']);
  expect(substituteFor(of(CHINESE), [join(root, 'nowhere'), one])).toBe(join(one, 'NotoSansKR-Regular.ttf'));
  expect(substituteFor(of(CHINESE), [await folder.fresh()])).toBeUndefined();
});
