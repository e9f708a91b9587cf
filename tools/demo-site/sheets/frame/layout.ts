// What a sheet frame shows, and where it lies. Millimetres.
import { W } from '../pen.ts';

/** The drawing lies above this line, the strip with the title block below it. */
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
  /** Metres one division of the scale bar stands for, and millimetres it takes. */
  bar: { metres: number; mm: number };
  date: string;
  revisions: readonly RevisionRow[];
  notes: readonly string[];
  legend: readonly LegendEntry[];
  /** Storey shown dark in the key section; none for the site. */
  storey: number | null;
};
export type LegendEntry = { sign: string; text: string };

export const thin = { width: W.thin } as const;
