// Turns an image that a report needs into a rendered one: requested, drawn, or a frame if it is missing.
import type { ReportPicture } from '@plumbline/core/features/reports/report-data';
import { drawBar, drawCode, drawPinMark, drawSignature, drawTaskMark } from './draw-mark.ts';
import type { BookedPicture, Box } from './picture-book.ts';
import { missingPicture, type PixelBox, type Printed, pixelsOf, printPicture } from './print-picture.ts';
import { BAR, CODE, PIN_MARK, type RequestedPicture, SIGNATURE, TASK_MARK } from './requested-pictures.ts';

/** Images whose bytes come from the caller. */
type GivenPictureRequest = Extract<RequestedPicture, { picture: unknown }>;

/** An image about to be rendered into a box, in millimetres. */
export type PictureRequest = { kind: GivenPictureRequest['kind']; picture: ReportPicture; box: Box };

export async function printRequest(
  { request, largest, format }: BookedPicture,
  bytesOf: (request: PictureRequest) => Promise<Buffer | undefined>,
): Promise<Printed> {
  const box: PixelBox = { width: pixelsOf(largest.width), height: pixelsOf(largest.height) };
  if (request.kind === PIN_MARK) return drawPinMark(request.colour, request.status, box);
  if (request.kind === TASK_MARK) return drawTaskMark(request.status, box);
  if (request.kind === BAR) return drawBar(request.parts, box);
  if (request.kind === CODE) return drawCode(request.text, box);
  if (request.kind === SIGNATURE) return drawSignature(request.strokes, box);
  const bytes = await bytesOf({ kind: request.kind, picture: request.picture, box: largest });
  const fit = request.kind === 'cover' ? 'cover' : 'inside';
  return (bytes && (await printPicture(bytes, box, format, fit))) ?? missingPicture(box, format);
}
