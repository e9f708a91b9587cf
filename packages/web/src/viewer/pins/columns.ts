// Pins as columns of typed arrays: a hundred thousand of them are seven arrays, not a hundred thousand objects.

export const PIN_STATUS = { open: 0, closed: 1, inactive: 2 } as const;

/** Bits of the `flags` column. */
export const PIN_FLAG = { overdue: 1, rejected: 2, hasTask: 4, unsynced: 8 } as const;

export interface PinColumns {
  readonly ids: readonly string[];
  /** Fractions of the plan, 0..1, y down. */
  readonly x: Float64Array;
  readonly y: Float64Array;
  /** Index into the palette. */
  readonly colour: Uint8Array;
  /** PIN_STATUS. */
  readonly status: Uint8Array;
  /** PIN_FLAG bits. */
  readonly flags: Uint8Array;
  /** The number shown to users; 0 while the pin has none. */
  readonly number: Int32Array;
}

/** One pin as a value. */
export interface PinInfo {
  readonly id: string;
  readonly x: number;
  readonly y: number;
  readonly colour: number;
  readonly status: number;
  readonly flags: number;
  readonly number: number;
}

export type PinPatch = Partial<Omit<PinInfo, 'id'>>;

export const NO_PINS: PinColumns = pinColumns([]);

/** Converts a list of pin objects to columns. */
export function pinColumns(pins: readonly PinInfo[]): PinColumns {
  return {
    ids: pins.map((pin) => pin.id),
    x: Float64Array.from(pins, (pin) => pin.x),
    y: Float64Array.from(pins, (pin) => pin.y),
    colour: Uint8Array.from(pins, (pin) => pin.colour),
    status: Uint8Array.from(pins, (pin) => pin.status),
    flags: Uint8Array.from(pins, (pin) => pin.flags),
    number: Int32Array.from(pins, (pin) => pin.number),
  };
}

/** A copy, so that patches never write into the caller's arrays; rejects columns of unequal length. */
export function copyColumns(columns: PinColumns): PinColumns {
  const length = columns.ids.length;
  for (const name of ['x', 'y', 'colour', 'status', 'flags', 'number'] as const) {
    if (columns[name].length !== length)
      throw new RangeError(`pin column ${name}: ${columns[name].length}, not ${length}`);
  }
  return {
    ids: columns.ids,
    x: columns.x.slice(),
    y: columns.y.slice(),
    colour: columns.colour.slice(),
    status: columns.status.slice(),
    flags: columns.flags.slice(),
    number: columns.number.slice(),
  };
}

export function pinAt(columns: PinColumns, index: number): PinInfo {
  return {
    id: columns.ids[index] ?? '',
    x: columns.x[index] ?? 0,
    y: columns.y[index] ?? 0,
    colour: columns.colour[index] ?? 0,
    status: columns.status[index] ?? 0,
    flags: columns.flags[index] ?? 0,
    number: columns.number[index] ?? 0,
  };
}
