// From what a report wishes to see to a printed picture: asked for, drawn, or a frame for what is missing.
import type { ReportPicture } from '@plumbline/core/features/reports/report-data';
import { drawPinMark, drawTaskMark } from './draw-mark.ts';
import type { BookedPicture, Box } from './picture-book.ts';
import { missingPicture, type PixelBox, type Printed, pixelsOf, printPicture } from './print-picture.ts';
import { PIN_MARK, type PictureWish, TASK_MARK } from './wishes.ts';

/** Pictures whose bytes come from the caller. */
type GivenWish = Extract<PictureWish, { picture: unknown }>;

/** A picture that is about to be printed into a box of so many millimetres. */
export type PictureRequest = { kind: GivenWish['kind']; picture: ReportPicture; box: Box };

export async function printWish(
  { wish, largest, format }: BookedPicture,
  bytesOf: (request: PictureRequest) => Promise<Buffer | undefined>,
): Promise<Printed> {
  const box: PixelBox = { width: pixelsOf(largest.width), height: pixelsOf(largest.height) };
  if (wish.kind === PIN_MARK) return drawPinMark(wish.colour, wish.status, box);
  if (wish.kind === TASK_MARK) return drawTaskMark(wish.status, box);
  const bytes = await bytesOf({ kind: wish.kind, picture: wish.picture, box: largest });
  return (bytes && (await printPicture(bytes, box, format))) ?? missingPicture(box, format);
}
