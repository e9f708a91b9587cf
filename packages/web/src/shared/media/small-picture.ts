// Scales a picture down to list size, so that hundreds of large ones fit on one screen.

/** Longest side in pixels: sharp in a tile on a phone. */
const SIDE = 480;

export async function smallOf(picture: ImageBitmap): Promise<Blob> {
  const share = Math.min(1, SIDE / Math.max(picture.width, picture.height));
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.round(picture.width * share)),
    Math.max(1, Math.round(picture.height * share)),
  );
  const context = canvas.getContext('2d');
  if (!context) throw new TypeError('this browser cannot draw');
  // Transparent pictures get a white background.
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'medium';
  context.drawImage(picture, 0, 0, canvas.width, canvas.height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.78 });
}
