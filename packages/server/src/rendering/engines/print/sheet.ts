// What is drawn onto a printed plan. Plain data, so that it can cross to the process that draws.

import type { Spot } from '@plumbline/core/site/geometry/alignment';
import type { PinStatus } from '@plumbline/core/site/rows/pins';

/** Places are fractions of the sheet as it is shown, from its upper left corner; colours are `#rrggbb`. */
export interface PrintedPin extends Spot {
  readonly colour: string | null;
  readonly status: PinStatus;
  /** Written beside the pin; empty for none. */
  readonly label: string;
}

export interface PrintedMarkup {
  readonly kind: 'line' | 'arrow' | 'polygon' | 'text';
  readonly points: readonly Spot[];
  readonly colour: string;
  readonly filled: boolean;
  /** May have several lines. */
  readonly text: string;
}

/** A list of pins on pages of its own. All words are in the reader's language already. */
export interface PrintedList {
  readonly title: string;
  /** Below the title, one line each. */
  readonly facts: readonly string[];
  readonly columns: readonly { readonly heading: string; readonly share: number }[];
  readonly rows: readonly {
    readonly colour: string | null;
    readonly status: PinStatus;
    readonly cells: readonly string[];
  }[];
  /** Told below the facts where letters had to be left out. */
  readonly lacking: string;
  /** `{page}` and `{pages}` stand for the numbers. */
  readonly footer: string;
}

export interface PrintedSheet {
  /** Of the document, for the window of whoever reads it. */
  readonly title: string;
  readonly pins: readonly PrintedPin[];
  readonly markups: readonly PrintedMarkup[];
  /** Whose map it is; written into a corner. Empty for none. */
  readonly credit: string;
  readonly list: PrintedList | null;
}

export type PrintProgress = (share: number) => void;
