// Text typed here and stored elsewhere, as in the URL: shows immediately, and follows changes made there.
import { useEffect, useEffectEvent, useState } from 'react';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { PendingUrlUpdates } from './pending-url-updates.ts';

const TYPING_PAUSE_MS = 250;

/** The typed text, once the user has paused. */
export function useDebouncedText(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/** Calls `publish` once the user pauses, with the trimmed text. */
export function useTypedText(kept: string, publish: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const [echoes] = useState(() => new PendingUrlUpdates(kept));
  const paused = useDebouncedText(text.trim());
  const say = useEffectEvent((next: string) => {
    if (echoes.isNews(next)) publish(next);
  });
  useEffect(() => say(paused), [paused]);
  useEffect(() => {
    if (echoes.isForeign(kept)) setText(kept);
  }, [kept, echoes]);
  return [text, setText];
}

function useImmediateTypedText(kept: string, publish: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const [echoes] = useState(() => new PendingUrlUpdates(kept));
  useEffect(() => {
    if (echoes.isForeign(kept)) setText(kept);
  }, [kept, echoes]);
  const type = (next: string) => {
    setText(next);
    const words = next.trim();
    if (echoes.isNews(words)) publish(words);
  };
  return [text, type];
}

type TypedSearchProps = {
  /** What is searched, e.g. "Find a pin". */
  label: string;
  /** The words stored elsewhere, as in the URL. */
  kept: string;
  /** Called on each key press. */
  publish: (words: string) => void;
};

/** A search field for a list that follows immediately; what is typed is shown by rendering only this field. */
export function TypedSearch({ label, kept, publish }: TypedSearchProps) {
  const [typed, setTyped] = useImmediateTypedText(kept, publish);
  return <SearchField label={label} value={typed} maxLength={200} onChange={setTyped} />;
}
