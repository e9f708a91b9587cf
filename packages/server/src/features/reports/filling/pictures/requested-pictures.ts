// The kinds of images a report can contain.

import type { ReportPicture } from '@plumbline/core/features/reports/report-data';
import type { Strokes } from '@plumbline/core/features/reports/signing';
import type { ShownTaskStatus } from '@plumbline/core/features/tasks/status';
import type { PinStatus } from '@plumbline/core/site/rows/pins';

export const PIN_MARK = 'pin-mark';
export const TASK_MARK = 'task-mark';
export const BAR = 'bar';
export const OVERVIEW = 'overview';
export const CODE = 'code';
export const SIGNATURE = 'signature';

/** `share` of the width of the bar, 0 to 1. */
export type BarPart = { status: ShownTaskStatus; share: number };

export type RequestedPicture =
  /** Images whose bytes come from the caller. */
  /** `cover` is cut to fill its box. */
  | { kind: 'photo' | 'plan' | 'logo' | 'cover'; picture: ReportPicture; alt: string }
  /** A whole plan; `aspect` is its width divided by its height. */
  | { kind: typeof OVERVIEW; picture: ReportPicture; alt: string; aspect: number }
  /** Marks drawn here. */
  | { kind: typeof PIN_MARK; colour: string | null; status: PinStatus }
  | { kind: typeof TASK_MARK; status: ShownTaskStatus }
  | { kind: typeof BAR; parts: readonly BarPart[] }
  /** A QR code. */
  | { kind: typeof CODE; text: string }
  /** Drawn by hand. */
  | { kind: typeof SIGNATURE; strokes: Strokes };

/** A key per image file: equal images are embedded once. */
export function pictureKeyOf(request: RequestedPicture): string {
  if (request.kind === PIN_MARK) return `${request.kind}:${request.colour ?? ''}:${request.status}`;
  if (request.kind === TASK_MARK) return `${request.kind}:${request.status}`;
  if (request.kind === SIGNATURE) return `${request.kind}:${JSON.stringify(request.strokes)}`;
  if (request.kind === CODE) return `${request.kind}:${request.text}`;
  if (request.kind === BAR)
    return `${request.kind}:${request.parts.map(({ status, share }) => `${status}${share.toFixed(4)}`).join()}`;
  return `${request.kind}:${request.picture.id}`;
}

const JPEGS: ReadonlySet<RequestedPicture['kind']> = new Set(['photo', 'plan', 'cover', OVERVIEW]);

/** Photos have no transparency and compress best as JPEG; lines and marks stay sharp as PNG. */
export function pictureFormatOf(request: RequestedPicture): 'jpg' | 'png' {
  return JPEGS.has(request.kind) ? 'jpg' : 'png';
}
