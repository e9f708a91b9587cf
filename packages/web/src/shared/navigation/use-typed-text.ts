// A text that is typed here and kept elsewhere, as in the address: it shows at once, and follows what others change there.
import { useEffect, useEffectEvent, useState } from 'react';
import { Echoes } from './pending-url-updates.ts';
import { usePaused } from './use-debounced-text.ts';

/** Told once the user pauses. `tell` hears the text without blanks at its ends. */
export function useTyped(kept: string, tell: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const [echoes] = useState(() => new Echoes(kept));
  const paused = usePaused(text.trim());
  const say = useEffectEvent((next: string) => {
    if (echoes.isNews(next)) tell(next);
  });
  useEffect(() => say(paused), [paused]);
  useEffect(() => {
    if (echoes.isForeign(kept)) setText(kept);
  }, [kept, echoes]);
  return [text, setText];
}

/** Told with each key, for lists that follow at once. */
export function useTypedAtOnce(kept: string, tell: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const [echoes] = useState(() => new Echoes(kept));
  useEffect(() => {
    if (echoes.isForeign(kept)) setText(kept);
  }, [kept, echoes]);
  const type = (next: string) => {
    setText(next);
    const words = next.trim();
    if (echoes.isNews(words)) tell(words);
  };
  return [text, type];
}
