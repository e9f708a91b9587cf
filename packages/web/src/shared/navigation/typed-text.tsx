// Text typed here and stored elsewhere, as in the URL: shows immediately, and follows changes made there.
import { useEffect, useEffectEvent, useState } from 'react';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { PendingUrlUpdates } from './pending-url-updates.ts';

const TYPING_PAUSE_MS = 250;

/** Calls `act` later, unless the returned function is called before. */
type Wait = (act: () => void) => () => void;

const forPause: Wait = (act) => {
  const timer = setTimeout(act, TYPING_PAUSE_MS);
  return () => clearTimeout(timer);
};

/** Until the frame with the typed character has been drawn. */
const forFrame: Wait = (act) => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(act);
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
};

/** The typed text, once the user has paused. */
export function useDebouncedText(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => forPause(() => setPaused(text)), [text]);
  return paused;
}

function useTyped(kept: string, publish: (text: string) => void, wait: Wait): [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const [updates] = useState(() => new PendingUrlUpdates(kept));
  const words = text.trim();
  const say = useEffectEvent(() => {
    if (updates.isNews(words)) publish(words);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the words restarts the wait
  useEffect(() => wait(say), [words, wait]);
  useEffect(() => {
    if (updates.isForeign(kept)) setText(kept);
  }, [kept, updates]);
  return [text, setText];
}

/** Calls `publish` once the user pauses, with the trimmed text. */
export const useTypedText = (kept: string, publish: (text: string) => void) => useTyped(kept, publish, forPause);

type TypedSearchProps = {
  /** What is searched, e.g. "Find a pin". */
  label: string;
  /** The words stored elsewhere, as in the URL. */
  kept: string;
  /** Called with the trimmed text, one frame after each change of it. */
  publish: (words: string) => void;
};

/**
 * A search field for a list that follows while typing. A key press renders only this field; the list is told once the
 * character has been drawn, so that typing stays fluent with many rows. Whoever acts on the list by program has to wait
 * until it has followed.
 */
export function TypedSearch({ label, kept, publish }: TypedSearchProps) {
  const [typed, setTyped] = useTyped(kept, publish, forFrame);
  return <SearchField label={label} value={typed} maxLength={200} onChange={setTyped} />;
}
