// EXIF data of a photo: found in JPEG, HEIC, WebP and PNG, and inserted into a re-encoded JPEG, so that time and position survive
// resizing. Works on bytes, pure; broken data is dropped.

const APP1 = 0xffe1;
const START_OF_SCAN = 0xffda;
/** Longest block that fits into one JPEG segment. */
const MAX_BLOCK_BYTES = 65_533 - 6;
const ORIENTATION = 0x0112;
/** Bytes at the start of a photo that say where its EXIF data is; some phones write the data itself after the image. */
const HEAD_BYTES = 262_144;
/** EXIF data with a large thumbnail and maker notes stays below this. */
const MAX_ITEM_BYTES = 1_048_576;

type Place = { start: number; length: number };

/** Where the TIFF block of the EXIF segment is; undefined when there is none. */
function inJpeg(view: DataView): Place | undefined {
  if (view.byteLength < 4 || view.getUint16(0) !== 0xffd8) return undefined;
  let at = 2;
  while (at + 10 < view.byteLength) {
    const marker = view.getUint16(at);
    if (marker < 0xff00 || marker === START_OF_SCAN) return undefined;
    const length = view.getUint16(at + 2);
    const isExif = view.getUint32(at + 4) === 0x45786966 && view.getUint16(at + 8) === 0;
    if (marker === APP1 && isExif) return { start: at + 10, length: length - 8 };
    at += 2 + length;
  }
  return undefined;
}

type Box = { type: string; start: number; end: number };

function* boxes(view: DataView, from: number, to: number): Generator<Box> {
  for (let at = from; at + 8 <= to; ) {
    const size = view.getUint32(at);
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    const head = size === 1 ? 16 : 8;
    const length = size === 1 ? Number(view.getBigUint64(at + 8)) : size === 0 ? to - at : size;
    if (length < head) return;
    yield { type, start: at + head, end: Math.min(to, at + length) };
    at += length;
  }
}

function child(view: DataView, { start, end }: Box, type: string, skip = 0): Box | undefined {
  for (const box of boxes(view, start + skip, end)) if (box.type === type) return box;
  return undefined;
}

/** The id of the item that holds the EXIF data, from the item list. */
function exifItem(view: DataView, list: Box): number | undefined {
  const wide = view.getUint8(list.start) > 0;
  for (const entry of boxes(view, list.start + (wide ? 8 : 6), list.end)) {
    const version = view.getUint8(entry.start);
    if (entry.type !== 'infe' || version < 2) continue;
    const item = version === 2 ? view.getUint16(entry.start + 4) : view.getUint32(entry.start + 4);
    if (view.getUint32(entry.start + (version === 2 ? 8 : 10)) === 0x45786966) return item;
  }
  return undefined;
}

function uint(view: DataView, at: number, bytes: number): number {
  if (bytes === 0) return 0;
  if (bytes === 4) return view.getUint32(at);
  return bytes === 8 ? Number(view.getBigUint64(at)) : view.getUint16(at);
}

/** Where an item's bytes are in the file; undefined unless they are contiguous. */
function placeOf(view: DataView, places: Box, requested: number): Place | undefined {
  const version = view.getUint8(places.start);
  const sizes = view.getUint16(places.start + 4);
  const [offset, length, base] = [(sizes >> 12) & 15, (sizes >> 8) & 15, (sizes >> 4) & 15];
  const index = version === 0 ? 0 : sizes & 15;
  const wide = version < 2 ? 2 : 4;
  const count = uint(view, places.start + 6, wide);
  let at = places.start + 6 + wide;
  for (let number = 0; number < count; number += 1) {
    const item = uint(view, at, wide);
    at += wide + (version === 0 ? 0 : 2) + 2;
    const before = uint(view, at, base);
    at += base;
    const extents = view.getUint16(at);
    at += 2;
    const start = before + uint(view, at + index, offset);
    const size = uint(view, at + index + offset, length);
    if (item === requested) return extents === 1 ? { start, length: size } : undefined;
    at += extents * (index + offset + length);
  }
  return undefined;
}

/** Where the item with the EXIF data is: the offset of the block in four bytes, and the block. */
function inHeic(view: DataView): Place | undefined {
  const file: Box = { type: 'file', start: 0, end: view.byteLength };
  const meta = child(view, file, 'meta');
  const list = meta && child(view, meta, 'iinf', 4);
  const places = meta && child(view, meta, 'iloc', 4);
  const item = list && exifItem(view, list);
  return places && item !== undefined ? placeOf(view, places, item) : undefined;
}

/** Chunks read before one with EXIF data is given up: few precede it, except frames of animations. */
const MAX_CHUNKS = 64;

/** Where the chunk with the TIFF block is; both formats put it before or after the pixels. */
async function inChunks(photo: Blob, name: string, { from, little }: { from: number; little: boolean }) {
  let at = from;
  for (let count = 0; count < MAX_CHUNKS && at + 8 <= photo.size; count += 1) {
    const head = new DataView(await photo.slice(at, at + 8).arrayBuffer());
    const length = head.getUint32(little ? 4 : 0, little);
    const found = head.getUint32(little ? 0 : 4);
    if (found === codeOf(name)) return { start: at + 8, length };
    // In WebP chunks have an even length; in PNG they end with a check sum.
    at += 8 + (little ? length + (length % 2) : length + 4);
  }
  return undefined;
}

/** Four letters as a number. */
const codeOf = (name: string): number => [...name].reduce((code, sign) => code * 256 + sign.charCodeAt(0), 0);

async function placeIn(photo: Blob, view: DataView): Promise<Place | undefined> {
  if (view.byteLength < 12) return undefined;
  if (view.getUint32(4) === codeOf('ftyp')) return whole(() => inHeic(view));
  if (view.getUint32(0) === 0x89504e47) return inChunks(photo, 'eXIf', { from: 8, little: false });
  if (view.getUint32(0) !== codeOf('RIFF')) return whole(() => inJpeg(view));
  const place = await inChunks(photo, 'EXIF', { from: 12, little: true });
  if (!place) return undefined;
  // Some programs repeat the name, as in JPEG.
  const named = new DataView(await photo.slice(place.start, place.start + 4).arrayBuffer());
  const skip = named.byteLength === 4 && named.getUint32(0) === codeOf('Exif') ? 6 : 0;
  return { start: place.start + skip, length: place.length - skip };
}

/** The EXIF block of a photo; null when there is none or it is broken. */
export async function exifOf(photo: Blob): Promise<Uint8Array | null> {
  const view = new DataView(await photo.slice(0, HEAD_BYTES).arrayBuffer());
  const isBoxes = view.byteLength > 12 && view.getUint32(4) === 0x66747970;
  const place = await placeIn(photo, view);
  if (!place || place.length > MAX_ITEM_BYTES || place.start + place.length > photo.size) return null;
  const data = await photo.slice(place.start, place.start + place.length).arrayBuffer();
  const skip = isBoxes ? whole(() => 4 + new DataView(data).getUint32(0)) : 0;
  return skip === undefined || data.byteLength - skip < 8 ? null : new Uint8Array(data, skip);
}

/** Undefined if a truncated or broken file is read past its end; the photo is usable without EXIF data. */
function whole<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}

/** The block for an image that is already upright, without its thumbnail. Null when it is broken. */
function upright(exif: Uint8Array): Uint8Array<ArrayBuffer> | null {
  const block = new Uint8Array(exif);
  const view = new DataView(block.buffer);
  try {
    const little = view.getUint16(0) === 0x4949;
    if (view.getUint16(2, little) !== 42) return null;
    const root = view.getUint32(4, little);
    const count = view.getUint16(root, little);
    for (let index = 0; index < count; index += 1) {
      const entry = root + 2 + index * 12;
      if (view.getUint16(entry, little) === ORIENTATION) view.setUint16(entry + 8, 1, little);
    }
    view.setUint32(root + 2 + count * 12, 0, little);
    return block;
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Adds the EXIF data of the original photo to a re-encoded JPEG. */
export function withExif(jpeg: Blob, exif: Uint8Array | null): Blob {
  const block = exif && exif.length <= MAX_BLOCK_BYTES ? upright(exif) : null;
  if (!block) return jpeg;
  const head = new Uint8Array(12);
  const view = new DataView(head.buffer);
  view.setUint16(0, 0xffd8);
  view.setUint16(2, APP1);
  view.setUint16(4, block.length + 8);
  view.setUint32(6, 0x45786966);
  return new Blob([head, block, jpeg.slice(2)], { type: 'image/jpeg' });
}
