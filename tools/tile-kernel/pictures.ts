// Adds up the pictures on a page: each is decoded again for every piece of the page that is drawn.
import {
  FPDFFormObj_CountObjects,
  FPDFFormObj_GetObject,
  FPDFImageObj_GetImagePixelSize,
  FPDFPage_CountObjects,
  FPDFPage_GetObject,
  FPDFPageObj_GetType,
} from './pdfium.ts';

const PICTURE: i32 = 3;
const FORM: i32 = 5;
/** Forms in forms; deeper ones are left out. */
const MAX_DEPTH: i32 = 8;

/** The pixels of all pictures on a page. `room`: eight bytes. */
export function picturePixels(page: i32, room: i32): f64 {
  let pixels: f64 = 0;
  const count = FPDFPage_CountObjects(page);
  for (let i: i32 = 0; i < count; i++) pixels += pixelsOf(FPDFPage_GetObject(page, i), room, 0);
  return pixels;
}

function pixelsOf(object: i32, room: i32, depth: i32): f64 {
  const type = FPDFPageObj_GetType(object);
  if (type === PICTURE) {
    if (!FPDFImageObj_GetImagePixelSize(object, room, room + 4)) return 0;
    return (load<u32>(room) as f64) * (load<u32>(room, 4) as f64);
  }
  let pixels: f64 = 0;
  if (type !== FORM || depth === MAX_DEPTH) return pixels;
  const count = FPDFFormObj_CountObjects(object);
  for (let i: i32 = 0; i < count; i++) pixels += pixelsOf(FPDFFormObj_GetObject(object, i), room, depth + 1);
  return pixels;
}
