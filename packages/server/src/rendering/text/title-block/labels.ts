// The values next to or below the labels of title blocks.
import { type LabelKind, labelOf } from '@plumbline/core/features/imports/title-block/labels';
import type { Line } from './reading-lines.ts';

/** A value with the line it is on; its box is that of the whole line. */
export type Value = Line & { readonly kind: LabelKind; readonly label: string };

/** To the right as a share of the sheet's width, below in line heights. */
const MAX_OFFSET_RIGHT = 0.12;
const MAX_OFFSET_BELOW = 2.5;
/** A value is that of a label only if every other label is clearly farther away. */
const MIN_LEAD = 1.05;
/** Values below each other under one label are a list of sheets. */
const MAX_LISTED = 1;

/** The values of the labels of one kind: behind the label on its line, or the nearest one that is its own. */
export function valuesOf(
  cells: readonly Line[],
  aspect: number,
  requested: LabelKind,
  fits: (text: string, label: string) => boolean,
): Value[] {
  const labels = cells.flatMap((line) => {
    const label = labelOf(line.text);
    return label ? [{ line, ...label }] : [];
  });
  const isLabelLine = new Set(labels.map(({ line }) => line));
  const free = cells.filter((line) => !isLabelLine.has(line));
  const found: Value[] = [];
  for (const { line, kind, length } of labels) {
    if (kind !== requested) continue;
    const label = line.text.slice(0, length).trim();
    const behind = untilNextLabel(line.text.slice(length).trim());
    if (behind !== '') {
      if (fits(behind, label)) found.push({ ...line, text: behind, kind, label });
      continue;
    }
    const isOwn = (value: Line, distance: number) =>
      labels.every((other) => {
        const theirs = other.line === line ? null : distanceTo(other.line, value, aspect);
        return theirs === null || theirs > MIN_LEAD * distance;
      });
    const own = free
      .filter((value) => fits(value.text, label))
      .map((value) => ({ value, distance: distanceTo(line, value, aspect) }))
      .filter((one): one is { value: Line; distance: number } => one.distance !== null)
      .sort((a, b) => a.distance - b.distance)
      .find(({ value, distance }) => isOwn(value, distance))?.value;
    if (!own) continue;
    const listed = free.filter((other) => fits(other.text, label) && isBelow(own, other));
    const rows = listed.filter((other) => labels.every((one) => !isBeside(one.line, other)));
    if (rows.length <= MAX_LISTED) found.push({ ...own, kind, label });
  }
  return found.sort((a, b) => b.sizePt - a.sizePt);
}

/** "101 Index B": the value ends where the next label starts. */
function untilNextLabel(text: string): string {
  const words = text.split(' ');
  const end = words.findIndex((_word, i) => i > 0 && labelOf(words.slice(i).join(' ')) !== null);
  return end > 0 ? words.slice(0, end).join(' ') : text;
}

const middle = (line: Line) => (line.y + line.bottom) / 2;
const heightOf = (one: Line, other: Line) => Math.max(one.bottom - one.y, other.bottom - other.y);

const isBeside = (label: Line, value: Line): boolean =>
  Math.abs(middle(label) - middle(value)) < 0.6 * heightOf(label, value) && label.right <= value.x + 0.01;

/** In the rows right below, at the same left edge and of the same size. */
function isBelow(value: Line, other: Line): boolean {
  const height = value.bottom - value.y;
  const down = other.y - value.bottom;
  return other !== value && Math.abs(other.x - value.x) < height && down > -0.2 * height && down < 8 * height;
}

/** Distance of a value from its label; null if it is neither next to nor below it. */
function distanceTo(label: Line, value: Line, aspect: number): number | null {
  const height = heightOf(label, value);
  const most = MAX_OFFSET_RIGHT * aspect;
  const gap = value.x - label.right;
  if (Math.abs(middle(label) - middle(value)) < 0.6 * height && gap > -0.005 && gap < most) return Math.max(0, gap);
  const under = value.y - label.bottom;
  const stacked = value.x < label.right + most / 4 && value.right > label.x - most / 8;
  if (!stacked || under <= -0.6 * height || under >= MAX_OFFSET_BELOW * height || middle(value) <= middle(label))
    return null;
  // A value that does not start at its label belongs rather to the column it starts in.
  return Math.max(0, under) + 0.3 * Math.abs(value.x - label.x);
}
