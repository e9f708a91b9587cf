// Renders a scene like a phone photo: uneven light, grain, EXIF data.
import sharp from 'sharp';
import { between, type Chance, chance, HEIGHT, WIDTH } from './draw.ts';
import { SCENES, type SceneName } from './scenes/scenes.ts';

/** Grey noise stretched over the image: a coarse grid gives stains and uneven light, a fine one gives grain. */
async function noise(next: Chance, width: number, height: number, spread: number, kernel: 'cubic' | 'nearest') {
  const bytes = Buffer.alloc(width * height);
  for (let at = 0; at < bytes.length; at += 1) {
    bytes[at] = Math.round(128 + (next() + next() + next() - 1.5) * spread);
  }
  const input = await sharp(bytes, { raw: { width, height, channels: 1 } })
    .resize(WIDTH, HEIGHT, { fit: 'fill', kernel })
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return { input, raw: { width: WIDTH, height: HEIGHT, channels: 3 as const }, blend: 'soft-light' as const };
}

const vignette = (next: Chance): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><defs><radialGradient id="v" cx="${between(next, 0.35, 0.65)}" cy="${between(next, 0.3, 0.55)}" r="0.8"><stop offset="0.45" stop-color="#000" stop-opacity="0"/><stop offset="1" stop-color="#000" stop-opacity="0.32"/></radialGradient></defs><rect width="100%" height="100%" fill="url(#v)"/></svg>`,
  );

/**
 * A photo of the scene as JPEG; the same seed gives the same image. `taken` is its EXIF date, `YYYY:MM:DD HH:MM:SS`.
 */
export async function takePhoto(scene: SceneName, seed: number, taken: string): Promise<Buffer> {
  const next = chance(seed);
  // Cropped by a few pixels, because the scenes end at their edges.
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="40 30 1520 1140">${SCENES[scene](next)}</svg>`;
  const flat = await sharp(Buffer.from(svg)).flatten().blur(0.8).toBuffer();
  return sharp(flat)
    .composite([
      await noise(next, 12, 9, 24, 'cubic'),
      await noise(next, 160, 120, 16, 'cubic'),
      await noise(next, 800, 600, 16, 'nearest'),
      { input: vignette(next), blend: 'over' },
    ])
    .modulate({ brightness: between(next, 0.9, 1.06), saturation: between(next, 0.8, 1) })
    .withExif({ IFD0: { Make: 'Plumbline', Model: 'Demo site' }, IFD2: { DateTimeOriginal: taken } })
    .jpeg({ quality: 72, mozjpeg: true })
    .toBuffer();
}
