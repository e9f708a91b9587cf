import sharp from 'sharp';
import { expect, test } from 'vitest';
import { createPictureResizer } from './picture-resizer.ts';

/** A few kilobytes that take hours to draw. */
const ENDLESS = Buffer.from(
  `<svg xmlns="http://www.w3.org/2000/svg" width="7000" height="7000">
     <filter id="f"><feTurbulence numOctaves="20" baseFrequency="0.9"/></filter>
     ${'<rect width="7000" height="7000" filter="url(#f)"/>'.repeat(2_000)}</svg>`,
);

test('a picture that takes too long to draw is refused, and its process ends', async () => {
  await expect(createPictureResizer(1, 1_000)(ENDLESS, 'profile')).rejects.toMatchObject({ code: 'unsupported_type' });
});

test('the next picture is made after one that was refused', async () => {
  const shrink = createPictureResizer(1);
  await expect(shrink(Buffer.from('not a picture'), 'profile')).rejects.toMatchObject({ code: 'unsupported_type' });
  const red = await sharp({ create: { width: 900, height: 600, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const { width, height, format } = await sharp(await shrink(red, 'profile')).metadata();
  expect({ width, height, format }).toEqual({ width: 512, height: 512, format: 'webp' });
});
