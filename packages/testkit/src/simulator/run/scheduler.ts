// Decides the order in which everything happens: whatever awaits a step goes on only when the schedule picks it.
import type { Random } from '../random.ts';

/** A process that may be killed; its pending steps then never continue. */
export type Life = { dead: boolean };

type ScheduledStep = { life: Life; go: () => void; due: number };

/** Runs everything that does not wait for the scheduler. */
const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export class Scheduler {
  readonly #random: Random;
  #waiting: ScheduledStep[] = [];
  /** Steps taken so far, which is the time of the run. */
  ticks = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  /** Resolves when picked, at least `delay` steps from now. Never resolves once the process is dead. */
  step(life: Life, delay = 0): Promise<void> {
    return new Promise((resolve) => {
      if (!life.dead) this.#waiting.push({ life, go: resolve, due: this.ticks + delay });
    });
  }

  kill(life: Life): void {
    life.dead = true;
    this.#waiting = this.#waiting.filter((one) => one.life !== life);
  }

  get idle(): boolean {
    return this.#waiting.length === 0;
  }

  /** Picks one pending step and resolves it. */
  async advance(): Promise<void> {
    this.ticks += 1;
    const ready = this.#waiting.filter((one) => one.due <= this.ticks);
    const chosen = this.#random.pick(ready.length > 0 ? ready : this.#waiting);
    if (chosen) {
      this.#waiting.splice(this.#waiting.indexOf(chosen), 1);
      chosen.go();
    }
    await settle();
  }

  /** Advances until nothing is pending. Returns false if steps are still pending after `limit` steps. */
  async drain(limit: number): Promise<boolean> {
    await settle();
    for (let count = 0; count < limit && !this.idle; count += 1) await this.advance();
    return this.idle;
  }
}

/** Named locks, first come, first served; discarded with the process that holds them. */
export class Locks {
  readonly #held = new Map<string, (() => void)[]>();

  held(name: string): boolean {
    return this.#held.has(name);
  }

  /** Returns the function that releases the lock. */
  async take(name: string): Promise<() => void> {
    const queue = this.#held.get(name);
    if (queue) await new Promise<void>((resolve) => queue.push(resolve));
    else this.#held.set(name, []);
    let given = false;
    return () => {
      if (given) return;
      given = true;
      const next = this.#held.get(name)?.shift();
      if (next) next();
      else this.#held.delete(name);
    };
  }
}
