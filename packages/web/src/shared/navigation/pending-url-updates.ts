// Tells what comes back of what one has told from what somebody else has written: an address that is late, or without the blank one
// has just typed, must not take letters out of the box. Pure.

export class Echoes {
  #known: string;
  /** Told, and not come back yet. */
  #told: string[] = [];

  constructor(kept: string) {
    this.#known = kept;
  }

  /** Whether it is to be told; asked once for each text. */
  isNews(text: string): boolean {
    if (text === (this.#told.at(-1) ?? this.#known)) return false;
    this.#told.push(text);
    return true;
  }

  /** Whether what is kept now is another's, and not what was told some time ago. */
  isForeign(kept: string): boolean {
    if (kept === this.#known) return false;
    this.#known = kept;
    const at = this.#told.indexOf(kept);
    this.#told = at < 0 ? [] : this.#told.slice(at + 1);
    return at < 0;
  }
}
