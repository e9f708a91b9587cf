// The content and layout of a sheet frame. Millimetres.
import { W } from '../pen.ts';

/** The drawing is above this line, the strip with the title block below it. */
export const STRIP_TOP = 499;
export const [LEFT, TOP, RIGHT, BOTTOM] = [20, 10, 831, 584];

export type RevisionRow = { index: string; date: string; text: string; by: string };
export type Frame = {
  number: string;
  /** Revision letter of the sheet. */
  index: string;
  title: string;
  subtitle: string;
  scale: string;
  /** Metres per division of the scale bar, and its length on paper in millimetres. */
  bar: { metres: number; mm: number };
  date: string;
  revisions: readonly RevisionRow[];
  notes: readonly string[];
  legend: readonly LegendEntry[];
  /** Storey highlighted in the key section; null for the site. */
  storey: number | null;
};
export type LegendEntry = { sign: string; text: string };

export const thin = { width: W.thin } as const;
