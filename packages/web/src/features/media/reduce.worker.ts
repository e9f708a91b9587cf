// Makes photos smaller beside the page: drawn anew in a size and quality that fits, upright, with the camera's facts kept.
import { exifOf, withExif } from './exif.ts';
import { type Reduced, reducedSizes, type ToReduce } from './reduce-steps.ts';

/** Bytes at the beginning in which the facts stand. */
const FACTS = 262_144;

// The worker's own scope; the page's types do not know it.
const scope = self as unknown as {
  onmessage: ((event: MessageEvent<ToReduce>) => void) | null;
  postMessage(reply: Reduced): void;
};

async function drawn(picture: ImageBitmap, width: number, height: number, quality: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (!context) throw new TypeError('this browser cannot draw');
  // Where a picture can be seen through, paper lies below.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, width, height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}

async function reduce({ file, most }: ToReduce): Promise<Omit<Extract<Reduced, { file: Blob }>, 'id'>> {
  const facts = exifOf(await file.slice(0, FACTS).arrayBuffer());
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    let made: { file: Blob; width: number; height: number } | undefined;
    for (const { width, height, quality } of reducedSizes(picture, most)) {
      made = { file: withExif(await drawn(picture, width, height, quality), facts), width, height };
      if (most === null || made.file.size <= most) break;
    }
    if (!made) throw new TypeError('a picture without a size');
    return made;
  } finally {
    picture.close();
  }
}

scope.onmessage = ({ data }) => {
  reduce(data).then(
    (made) => scope.postMessage({ id: data.id, ...made }),
    (error: unknown) => scope.postMessage({ id: data.id, problem: String(error) }),
  );
};
