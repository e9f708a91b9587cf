// What a screen asks for at once, it receives at once: reads that run at the same time are shown together, so that the
// screen is not rendered again for each of them.

/** Maximum time in milliseconds that a finished read waits for the others. */
const MAX_WAIT_MS = 50;

export class ShownTogether {
  #running = 0;
  #held: (() => void)[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** A read has begun. */
  begin(): void {
    this.#running += 1;
  }

  /** A read has ended; `show` is called when the others that are running have ended too, or after a short wait. */
  end(show: () => void): void {
    this.#running -= 1;
    this.#held.push(show);
    if (this.#running === 0) this.#show();
    else this.#timer ??= setTimeout(() => this.#show(), MAX_WAIT_MS);
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const held = this.#held;
    this.#held = [];
    // One that fails must not keep the others from being shown.
    const failures: unknown[] = [];
    for (const show of held)
      try {
        show();
      } catch (error) {
        failures.push(error);
      }
    if (failures.length > 0) throw failures[0];
  }
}
