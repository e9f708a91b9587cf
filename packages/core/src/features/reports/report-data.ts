// The data of a report: plain, complete, already filtered and ordered. The code that collects it enforces what the
// reader may see; filling a template only writes it out.
import type { FieldFormat, FieldValue } from '../../site/rows/fields.ts';
import type { PinStatus } from '../../site/rows/pins.ts';
import type { ShownTaskStatus } from '../tasks/status.ts';
import type { ReportSigner, Strokes } from './signing.ts';

/** An image by id; its bytes are requested when it is printed. Equal ids are the same image and are embedded once. */
export type ReportPicture = {
  id: string;
  caption: string;
  /** ISO 8601 instant, null if unknown. */
  takenAt: string | null;
  createdBy: string;
};

export type ReportComment = {
  text: string;
  createdBy: string;
  /** ISO 8601 instant. */
  createdAt: string;
};

export type ReportTask = {
  number: number | null;
  title: string;
  description: string;
  /** The displayed status on the day of the report: an open task past its due date is `overdue`. */
  status: ShownTaskStatus;
  assignee: string;
  company: string;
  craft: string;
  subStatus: string;
  /** Local day YYYY-MM-DD. */
  dueDate: string | null;
  createdBy: string;
  comments: readonly ReportComment[];
  /** The pin of the task, for lists of tasks without their pins. */
  pin: { number: number | null; title: string; plan: string };
};

/** A typed value of a custom field, so that it can be formatted in the language of the report. */
export type ReportFieldValue =
  | { type: 'text'; value: string }
  | { type: 'number'; value: number; decimals: number; suffix: string }
  | { type: 'currency'; value: number; currency: string; decimals?: number }
  /** 0 to 100. */
  | { type: 'percentage'; value: number; decimals: number }
  | { type: 'duration'; minutes: number }
  /** Local day YYYY-MM-DD, or an instant. */
  | { type: 'date'; value: string }
  | { type: 'tags'; value: readonly string[] }
  /** A value of a project field, formatted like everywhere else. */
  | { type: 'custom'; format: FieldFormat; value: FieldValue };

export type ReportField = { title: string; value: ReportFieldValue | null };

/** A rating scale and the selected level; `label` is the name of the level, if any. */
export type ReportRating = { title: string; level: number; levels: number; label: string };

export type ReportPin = {
  number: number | null;
  title: string;
  /** `colour` as `#rrggbb`. */
  category: { title: string; colour: string } | null;
  status: PinStatus;
  /** Fractions of the plan, 0 to 1, y down. */
  position: { x: number; y: number } | null;
  /**
   * `overview`: the whole plan with all pins of the report; `aspect` is its width divided by its height. `code`: the
   * address that says whether the revision is current; empty without a revision.
   */
  plan: {
    id: string;
    title: string;
    revision: string;
    sheet: string;
    code: string;
    overview: (ReportPicture & { aspect: number }) | null;
  } | null;
  /** The room it is in; empty if it is not known. */
  room: string;
  notes: string;
  tags: readonly string[];
  ratings: readonly ReportRating[];
  t1: string;
  t2: string;
  t3: string;
  fields: readonly ReportField[];
  createdBy: string;
  /** ISO 8601 instant. */
  createdAt: string;
  photos: readonly ReportPicture[];
  /** The plan detail around the pin; null for pins without a plan. */
  planCrop: ReportPicture | null;
  tasks: readonly ReportTask[];
  comments: readonly ReportComment[];
};

/** Weather of one local day; null if unknown. Temperatures in °C, wind in km/h, rain in mm. */
export type ReportWeather = {
  day: string;
  text: string;
  low: number | null;
  high: number | null;
  wind: number | null;
  rain: number | null;
};

/** A person who signs; `strokes` and `signedAt` are null for a line to sign on paper. */
export type ReportSignature = ReportSigner & { strokes: Strokes | null; signedAt: string | null };

export type ReportCounts = {
  pins: Record<PinStatus, number>;
  tasks: Record<ShownTaskStatus, number>;
};

export type ReportData = {
  /** `number` is the sequential number in the project; null if unnumbered. `createdAt` is an ISO 8601 instant. */
  report: { title: string; number: number | null; createdAt: string; createdBy: string };
  /** `start` and `end` are local days YYYY-MM-DD. */
  project: {
    title: string;
    company: string;
    address: string;
    start: string | null;
    end: string | null;
    picture: ReportPicture | null;
    logo: ReportPicture | null;
    /** For page footers; defaults to the header logo. */
    footerLogo: ReportPicture | null;
  };
  attendees: readonly { company: string; people: number }[];
  weather: readonly ReportWeather[];
  signatures: readonly ReportSignature[];
  pins: readonly ReportPin[];
  /** All tasks of the report, in task list order. */
  tasks: readonly ReportTask[];
  counts: ReportCounts;
};

/** Number of pins and tasks per status; every status is included, with 0 if unused. */
export function countByStatus(
  pins: readonly Pick<ReportPin, 'status'>[],
  tasks: readonly Pick<ReportTask, 'status'>[],
): ReportCounts {
  const counts: ReportCounts = {
    pins: { open: 0, closed: 0, inactive: 0 },
    tasks: { draft: 0, open: 0, overdue: 0, rejected: 0, done: 0, closed: 0, inactive: 0 },
  };
  for (const pin of pins) counts.pins[pin.status] += 1;
  for (const task of tasks) counts.tasks[task.status] += 1;
  return counts;
}
