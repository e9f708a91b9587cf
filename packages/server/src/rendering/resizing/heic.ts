// Decodes HEIC pictures from phones with libheif, compiled to WebAssembly. Loaded when the first such picture arrives.
import { createRequire } from 'node:module';
import { AppError } from '@plumbline/core/kernel/errors';
import { pixelsAsTiff } from './pixels-as-tiff.ts';

/** The largest photos of phones in this format have 48 million pixels; each needs 4 bytes twice while it is decoded. */
const MAX_PIXELS = 100_000_000;

type Target = { data: Uint8ClampedArray; width: number; height: number };
type HeifImage = {
  get_width(): number;
  get_height(): number;
  is_primary(): boolean;
  display(target: Target, done: (result: Target | null) => void): void;
  free(): void;
};
/** The part of the package that is used; it declares no types. */
type Libheif = { ready: Promise<unknown>; HeifDecoder: new () => { decode(bytes: Buffer): HeifImage[] } };

/** The properties of the pictures precede their pixels. */
const PROPERTY_BYTES = 262_144;
/** The property with an ICC profile: its length, and a name. */
const PROFILE = 'colrprof';

/** The profile of its colours: phones record more colours than sRGB has. */
function profileOf(source: Buffer): Buffer | undefined {
  const at = source.subarray(0, PROPERTY_BYTES).indexOf(PROFILE, 4);
  if (at < 0) return undefined;
  const end = at - 4 + source.readUInt32BE(at - 4);
  return end > source.length ? undefined : source.subarray(at + PROFILE.length, end);
}

/**
 * The picture as an uncompressed TIFF, upright, as the file says, with its colour profile. Throws `unsupported_type` if
 * it cannot be decoded.
 */
export async function decodeHeic(source: Buffer): Promise<Buffer> {
  const libheif = createRequire(import.meta.url)('libheif-js/wasm-bundle') as Libheif;
  await libheif.ready;
  const images = new libheif.HeifDecoder().decode(source);
  try {
    const photo = images.find((image) => image.is_primary()) ?? images[0];
    const [width, height] = [photo?.get_width() ?? 0, photo?.get_height() ?? 0];
    if (!photo || width * height < 1 || width * height > MAX_PIXELS) throw new AppError('unsupported_type');
    const { data, file } = pixelsAsTiff(width, height, profileOf(source));
    const drawn = await new Promise<Target | null>((resolve) => photo.display({ data, width, height }, resolve));
    if (!drawn) throw new AppError('unsupported_type');
    return file;
  } finally {
    for (const image of images) image.free();
  }
}
