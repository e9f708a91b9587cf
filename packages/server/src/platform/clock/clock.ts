// The time, handed down so that tests can say what it is. Nothing below main.ts asks the machine for it.

export interface Clock {
  now(): Date;
}

/** The machine's clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is set or moved on. */
export interface SetClock extends Clock {
  set(to: Date): void;
  advance(milliseconds: number): void;
}

export function setClock(start: Date): SetClock {
  let time = start.getTime();
  return {
    now: () => new Date(time),
    set(to) {
      time = to.getTime();
    },
    advance(milliseconds) {
      time += milliseconds;
    },
  };
}
