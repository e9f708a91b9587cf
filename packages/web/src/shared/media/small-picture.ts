// A picture as small as lists show it, so that hundreds of large ones can stand on one screen.

/** Longest side in pixels: sharp on a tile of a phone. */
const SIDE = 480;

export async function smallOf(picture: ImageBitmap): Promise<Blob> {
  const share = Math.min(1, SIDE / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * share)),
    Math.max(1, Math.round(picture.height * share)),
  );
  const context = canvas.getContext('2d');
  if (!context) throw new TypeError('this browser cannot draw');
  // Where a picture can be seen through, paper lies below.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'medium';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.78 });
}
