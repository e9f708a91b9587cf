// Page selections and titles entered so far, kept in memory so that closing the dialog to look at a plan loses nothing.
import { useState } from 'react';
import type { Choices } from './page-selection.ts';

export type AllChoices = ReadonlyMap<string, Choices>;

const NONE: Choices = new Map();
let kept: AllChoices = new Map();

export function useChoices() {
  const [all, setAll] = useState(kept);
  return {
    of: (importId: string): Choices => all.get(importId) ?? NONE,
    change: (importId: string, next: (choices: Choices) => Choices) => {
      kept = new Map(kept).set(importId, next(kept.get(importId) ?? NONE));
      setAll(kept);
    },
    forget: (importId: string) => {
      const rest = new Map(kept);
      rest.delete(importId);
      kept = rest;
      setAll(kept);
    },
  };
}
