import { expect, test } from 'vitest';
import { exifOf } from './exif.ts';
import { takenOf } from './taken-at.ts';

async function takenAt(photo: ArrayBuffer): Promise<string | null> {
  const block = await exifOf(new Blob([photo]));
  return block && takenOf(block);
}

/** A JPEG that holds only EXIF data with a time and optionally an offset. */
function jpeg(time: string, offset?: string, little = true): ArrayBuffer {
  const texts = [`${time}\0`, ...(offset === undefined ? [] : [`${offset}\0`])];
  const exifAt = 26;
  const textsAt = exifAt + 2 + texts.length * 12 + 4;
  const view = new DataView(new ArrayBuffer(12 + textsAt + texts.join('').length + 16));
  view.setUint16(0, 0xffd8);
  view.setUint16(2, 0xffe1);
  view.setUint16(4, view.byteLength - 4);
  view.setUint32(6, 0x45786966);
  const tiff = 12;
  view.setUint16(tiff, little ? 0x4949 : 0x4d4d);
  view.setUint16(tiff + 2, 42, little);
  view.setUint32(tiff + 4, 8, little);
  const entry = (at: number, tag: number, count: number, value: number) => {
    view.setUint16(at, tag, little);
    view.setUint32(at + 4, count, little);
    view.setUint32(at + 8, value, little);
  };
  view.setUint16(tiff + 8, 1, little);
  entry(tiff + 10, 0x8769, 1, exifAt);
  view.setUint16(tiff + exifAt, texts.length, little);
  let at = textsAt;
  for (const [index, text] of texts.entries()) {
    entry(tiff + exifAt + 2 + index * 12, index === 0 ? 0x9003 : 0x9011, text.length, at);
    for (const sign of text) {
      view.setUint8(tiff + at, sign.charCodeAt(0));
      at += 1;
    }
  }
  return view.buffer;
}

test.each([true, false])('reads the time with its offset, little-endian %s', async (little) => {
  expect(await takenAt(jpeg('2026:06:01 14:30:00', '+02:00', little))).toBe('2026-06-01T12:30:00.000Z');
});

test('reads a time without offset in the time zone of the device', async () => {
  expect(await takenAt(jpeg('2026:06:01 14:30:00'))).toBe(new Date('2026-06-01T14:30:00').toISOString());
});

/** A block with texts in its main directory and in the one of the photo. */
function block(main: Record<number, string>, photo: Record<number, string>): Uint8Array {
  const view = new DataView(new ArrayBuffer(1_000));
  view.setUint16(0, 0x4d4d);
  view.setUint16(2, 42);
  view.setUint32(4, 8);
  let textAt = 500;
  const write = (start: number, entries: [tag: number, value: string | number][]) => {
    view.setUint16(start, entries.length);
    for (const [index, [tag, value]] of entries.entries()) {
      const at = start + 2 + index * 12;
      view.setUint16(at, tag);
      view.setUint32(at + 4, typeof value === 'string' ? value.length : 1);
      view.setUint32(at + 8, typeof value === 'string' ? textAt : value);
      if (typeof value !== 'string') continue;
      for (const sign of value) view.setUint8(textAt++, sign.charCodeAt(0));
    }
  };
  const texts = (given: Record<number, string>) =>
    Object.entries(given).map(([tag, text]): [number, string] => [Number(tag), text]);
  write(8, [...texts(main), [0x8769, 200]]);
  write(200, texts(photo));
  return new Uint8Array(view.buffer);
}

const [MAKER, CHANGED, DIGITISED, DIGITISED_OFFSET, CHANGED_OFFSET] = [0x010f, 0x0132, 0x9004, 0x9012, 0x9010];
const NOON = { [CHANGED]: '2026:06:01 12:00:00', [MAKER]: 'Infisense' };

test('without a capture time, the time of digitisation is used, or the change time of a camera', () => {
  const scan = { [DIGITISED]: '2026:06:01 14:30:00', [DIGITISED_OFFSET]: '+02:00' };
  expect(takenOf(block(NOON, scan))).toBe('2026-06-01T12:30:00.000Z');
  expect(takenOf(block(NOON, { [CHANGED_OFFSET]: '+01:00' }))).toBe('2026-06-01T11:00:00.000Z');
});

test('the change time of an image editor is not used as the capture time', () => {
  expect(takenOf(block({ [CHANGED]: '2026:06:01 12:00:00' }, {}))).toBeNull();
});

test.each([
  ['an empty time', jpeg('    :  :     :  :  ')],
  ['an impossible day', jpeg('2026:13:41 10:00:00', '+00:00')],
  ['not an image', new TextEncoder().encode('hello, this is text').buffer],
  ['nothing', new ArrayBuffer(0)],
])('returns no time for %s', async (_, bytes) => {
  expect(await takenAt(bytes)).toBeNull();
});

test('a block truncated anywhere gives a time or null, never an error', async () => {
  const whole = jpeg('2026:06:01 14:30:00', '+02:00');
  for (let end = 0; end < whole.byteLength; end += 1) await takenAt(whole.slice(0, end));
});
