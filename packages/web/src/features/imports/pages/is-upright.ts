// Sheets are usually wider than tall, so an image that is taller may be rotated and needs a look.

/** Whether an image is taller than wide as displayed; false when the browser cannot read it. */
export async function isUpright(file: Blob): Promise<boolean> {
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    // Only the image header is read, not the pixels.
    await new Promise((resolve, reject) => {
      picture.onload = resolve;
      picture.onerror = reject;
      picture.src = url;
    });
    return picture.naturalHeight > picture.naturalWidth;
  } catch {
    return false;
  } finally {
    URL.revokeObjectURL(url);
  }
}
