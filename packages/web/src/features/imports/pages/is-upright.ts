// Pictures of sheets are wider than tall: one that is not may lie on its side, and somebody has to look at it.

/** Whether a picture is taller than wide as it is looked at; false where the browser cannot read it. */
export async function isUpright(file: Blob): Promise<boolean> {
  const url = URL.createObjectURL(file);
  try {
    const picture = new Image();
    // Its head is read, its pixels are not.
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
