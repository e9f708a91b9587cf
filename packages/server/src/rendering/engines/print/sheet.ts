// What is drawn onto a printed plan, as plain data that can be sent to the rendering process.

import type { PlanPoint } from '@plumbline/core/site/geometry/alignment';
import type { PinStatus } from '@plumbline/core/site/rows/pins';

/** Positions are fractions of the visible sheet from its upper left corner; colours are `#rrggbb`. */
export interface PrintedPin extends PlanPoint {
  readonly colour: string | null;
  readonly status: PinStatus;
  /** The label of the pin; empty for none. */
  readonly label: string;
}

export interface PrintedMarkup {
  readonly kind: 'line' | 'arrow' | 'polygon' | 'dots' | 'text';
  readonly points: readonly PlanPoint[];
  /** Cut out of a polygon. */
  readonly holes: readonly (readonly PlanPoint[])[];
  readonly colour: string;
  readonly filled: boolean;
  /** The centre of the text. */
  readonly labelAt: PlanPoint;
  /** May have several lines. */
  readonly text: string;
}

/** A list of pins on separate pages. All text is already in the reader's language. */
export interface PrintedList {
  readonly title: string;
  /** Lines below the title. */
  readonly facts: readonly string[];
  readonly columns: readonly { readonly heading: string; readonly share: number }[];
  readonly rows: readonly {
    readonly colour: string | null;
    readonly status: PinStatus;
    readonly cells: readonly string[];
  }[];
  /** Shown below the facts if letters had to be left out. */
  readonly lacking: string;
  /** `{page}` and `{pages}` are replaced by the page numbers. */
  readonly footer: string;
}

/** A QR code with some lines of text below it. */
export interface PrintedCode {
  readonly text: string;
  readonly caption: readonly string[];
}

export interface PrintedSheet {
  /** The document title for the reader's window. */
  readonly title: string;
  readonly pins: readonly PrintedPin[];
  readonly markups: readonly PrintedMarkup[];
  /** The map attribution, written into a corner. Empty for none. */
  readonly credit: string;
  /** Leads to the state of the printed revision. */
  readonly code: PrintedCode | null;
  readonly list: PrintedList | null;
}

export type PrintProgress = (share: number) => void;
