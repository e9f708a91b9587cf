// Reads an image's pixel size from its first bytes, so that a decompression bomb is never decoded. Pure.

/** Maximum pixels of an image; the largest phone photos have 200 million. */
export const MAX_PIXELS = 250_000_000;
/** Bytes searched for the size; cameras put a thumbnail and maker notes before it. */
export const SIZE_BYTES = 524_288;

type Size = { width: number; height: number };

function inJpeg(view: DataView): Size | undefined {
  let at = 2;
  while (at + 9 < view.byteLength) {
    if (view.getUint8(at) !== 0xff) return undefined;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // Fill bytes and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd9)) at += 2;
    else at += 2 + view.getUint16(at + 2);
  }
  return undefined;
}

/** The largest size of any image in a HEIC or AVIF file, rotated if the file says so. */
function inBoxes(view: DataView): Size | undefined {
  let found: Size | undefined;
  let turned = false;
  const end = Math.min(view.byteLength, 65_536) - 16;
  for (let at = 0; at < end; at += 1) {
    const sign = view.getUint32(at);
    // `irot`: quarter turns in one byte; `ispe`: width and height after a version.
    if (sign === 0x69726f74) turned = view.getUint8(at + 4) % 2 === 1;
    if (sign !== 0x69737065) continue;
    const size = { width: view.getUint32(at + 8), height: view.getUint32(at + 12) };
    if (!found || size.width * size.height > found.width * found.height) found = size;
  }
  return found && turned ? { width: found.height, height: found.width } : found;
}

/** Width, height and orientation from the directory of a TIFF, which begins the bytes. */
function inDirectory(view: DataView, little: boolean): Size | undefined {
  const tags = new Map<number, number>();
  for (let index = 0; index < view.getUint16(0, little); index += 1) {
    const at = 2 + index * 12;
    const isShort = view.getUint16(at + 2, little) === 3;
    tags.set(view.getUint16(at, little), isShort ? view.getUint16(at + 8, little) : view.getUint32(at + 8, little));
  }
  const [width, height, orientation = 1] = [tags.get(0x0100), tags.get(0x0101), tags.get(0x0112)];
  if (!width || !height) return undefined;
  return orientation > 4 ? { width: height, height: width } : { width, height };
}

/** The size of a WebP in any of its three forms. */
function inWebp(view: DataView): Size | undefined {
  const form = view.getUint32(12);
  const uint24 = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 65_536;
  if (form === 0x56503858) return { width: uint24(24) + 1, height: uint24(27) + 1 };
  if (form === 0x56503820)
    return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
  if (form !== 0x5650384c) return undefined;
  const bits = view.getUint32(21, true);
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
}

/** Whether the image is animated: any GIF may be; WebP and PNG declare it. `head`: its first bytes. */
export function moves(mime: string, head: ArrayBuffer): boolean {
  if (mime === 'image/gif') return true;
  const view = new DataView(head);
  if (mime === 'image/webp')
    return view.byteLength > 20 && view.getUint32(12) === 0x56503858 && (view.getUint8(20) & 2) !== 0;
  // `acTL` precedes the pixels.
  if (mime === 'image/png')
    for (let at = 8; at + 8 < view.byteLength && view.getUint32(at + 4) !== 0x49444154; at += 12 + view.getUint32(at))
      if (view.getUint32(at + 4) === 0x6163544c) return true;
  return false;
}

/** Bytes of a directory; real ones have a few dozen entries. */
const DIRECTORY_BYTES = 4_096;

/** The size in a TIFF's first directory, which scanning programs write after the pixels. */
async function inTiff(picture: Blob, head: DataView): Promise<Size | undefined> {
  const little = head.getUint16(0) === 0x4949;
  const at = head.getUint32(4, little);
  return inDirectory(new DataView(await picture.slice(at, at + DIRECTORY_BYTES).arrayBuffer()), little);
}

async function sizeIn(picture: Blob, view: DataView): Promise<Size | undefined> {
  if (view.getUint16(0) === 0xffd8) return inJpeg(view);
  if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) };
  if (view.getUint32(0) === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) };
  // Rows from top to bottom are marked by a negative height.
  if (view.getUint16(0) === 0x424d)
    return { width: view.getInt32(18, true), height: Math.abs(view.getInt32(22, true)) };
  if (view.getUint32(4) === 0x66747970) return inBoxes(view);
  if (view.getUint32(0) === 0x49492a00 || view.getUint32(0) === 0x4d4d002a) return inTiff(picture, view);
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return inWebp(view);
  return undefined;
}

/** Undefined when the picture contains no size where it should be. `head`: its first bytes. */
export async function pictureSize(picture: Blob, head: ArrayBuffer): Promise<Size | undefined> {
  try {
    return await sizeIn(picture, new DataView(head));
  } catch (error) {
    // Truncated before the size.
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
