// The current time, injected so that tests can control it. Nothing below main.ts uses the system clock directly.

export interface Clock {
  now(): Date;
}

/** The system clock. */
export const systemClock: Clock = { now: () => new Date() };

/** A clock that does not advance until it is set or moved forward. */
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
