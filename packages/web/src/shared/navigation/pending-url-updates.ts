// Distinguishes own URL updates that return late from changes made elsewhere: a late update, or one with the trailing
// space trimmed, must not overwrite the text being typed. Pure.

export class PendingUrlUpdates {
  #known: string;
  /** Sent, and not returned yet. */
  #pending: string[] = [];

  constructor(kept: string) {
    this.#known = kept;
  }

  /** Whether the text should be sent; call once for each text. */
  isNews(text: string): boolean {
    if (text === (this.#pending.at(-1) ?? this.#known)) return false;
    this.#pending.push(text);
    return true;
  }

  /** Whether the stored text comes from elsewhere and not from an earlier own update. */
  isForeign(kept: string): boolean {
    if (kept === this.#known) return false;
    this.#known = kept;
    const at = this.#pending.indexOf(kept);
    this.#pending = at < 0 ? [] : this.#pending.slice(at + 1);
    return at < 0;
  }
}
