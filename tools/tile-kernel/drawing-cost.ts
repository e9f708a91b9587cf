// Adds up what takes long to draw: it is processed again for every piece of the page that is drawn.
import {
  FPDFFormObj_CountObjects,
  FPDFFormObj_GetObject,
  FPDFImageObj_GetImagePixelSize,
  FPDFPage_CountObjects,
  FPDFPage_GetObject,
  FPDFPageObj_GetType,
  FPDFPath_CountSegments,
} from './pdfium.ts';

const PATH: i32 = 2;
const PICTURE: i32 = 3;
const FORM: i32 = 5;
/** Forms in forms; deeper ones are left out. */
const MAX_DEPTH: i32 = 8;
/** Shorter paths usually lie in few pieces. */
const LONG_PATH: i32 = 1_000;

let pixels: f64 = 0;
let points: f64 = 0;

/** Reads the objects of a page: the pixels of its pictures, and the points of its long paths. `room`: eight bytes. */
export function addUp(page: i32, room: i32): void {
  pixels = 0;
  points = 0;
  const count = FPDFPage_CountObjects(page);
  for (let i: i32 = 0; i < count; i++) addObject(FPDFPage_GetObject(page, i), room, 0);
}

export function picturePixels(): f64 {
  return pixels;
}

export function longPathPoints(): f64 {
  return points;
}

function addObject(object: i32, room: i32, depth: i32): void {
  const type = FPDFPageObj_GetType(object);
  if (type === PATH) {
    const count = FPDFPath_CountSegments(object);
    if (count > LONG_PATH) points += count as f64;
  } else if (type === PICTURE) {
    if (!FPDFImageObj_GetImagePixelSize(object, room, room + 4)) return;
    pixels += (load<u32>(room) as f64) * (load<u32>(room, 4) as f64);
  } else if (type === FORM && depth < MAX_DEPTH) {
    const count = FPDFFormObj_CountObjects(object);
    for (let i: i32 = 0; i < count; i++) addObject(FPDFFormObj_GetObject(object, i), room, depth + 1);
  }
}
