// Resizes photos off the main thread: re-encoded at a size and quality that fits, upright, with the camera's EXIF data.

import { smallOf } from '../../../shared/media/small-picture.ts';
import { exifOf, withExif } from './exif.ts';
import { PATCH, patchesOf, type Reduced, reducedSizes, type Step, type ToReduce, willExceed } from './reduce-steps.ts';

// The worker's global scope, which the DOM types do not describe.
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ToReduce>) => void) | null;
  postMessage(reply: Reduced): void;
};

function sheet(width: number, height: number): OffscreenCanvasRenderingContext2D {
  const context = new OffscreenCanvas(width, height).getContext('2d');
  if (!context) throw new TypeError('this browser cannot draw');
  // Transparent areas become white.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  return context;
}

async function drawn(picture: ImageBitmap, { width, height, quality }: Step): Promise<Blob> {
  const context = sheet(width, height);
  context.drawImage(picture, 0, 0, width, height);
  return context.canvas.convertToBlob({ type: 'image/jpeg', quality });
}

/**
 * Whether a step would be too large, predicted from a few patches: encoding the whole image costs twenty times as much.
 */
async function exceeds(picture: ImageBitmap, step: Step, most: number): Promise<boolean> {
  const patches = patchesOf(step);
  if (patches.length === 0) return false;
  const scale = picture.width / step.width;
  const context = sheet(PATCH, PATCH * patches.length);
  for (const [at, { x, y }] of patches.entries()) {
    const side = PATCH * scale;
    context.drawImage(picture, x * scale, y * scale, side, side, 0, at * PATCH, PATCH, PATCH);
  }
  const { size } = await context.canvas.convertToBlob({ type: 'image/jpeg', quality: step.quality });
  return willExceed(step, patches.length, size, most);
}

async function reduce({ file, most }: ToReduce): Promise<Omit<Extract<Reduced, { file: Blob }>, 'id'>> {
  const facts = await exifOf(file);
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    let created: { file: Blob; width: number; height: number } | undefined;
    const steps = reducedSizes(picture, most);
    for (const [at, step] of steps.entries()) {
      if (most !== null && at < steps.length - 1 && (await exceeds(picture, step, most))) continue;
      const { width, height } = step;
      created = { file: withExif(await drawn(picture, step), facts), width, height };
      if (most === null || created.file.size <= most) break;
    }
    if (!created) throw new TypeError('an image without a size');
    return { ...created, small: await smallOf(picture) };
  } finally {
    picture.close();
  }
}

scope.onmessage = ({ data }) => {
  reduce(data).then(
    (created) => scope.postMessage({ id: data.id, ...created }),
    (error: unknown) => scope.postMessage({ id: data.id, problem: String(error) }),
  );
};
