// A text that is typed here and kept elsewhere, as in the address: it shows at once, is told once the user pauses, and follows what changes
// there.
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { usePaused } from './use-paused.ts';

/** `tell` hears the text without blanks at its ends. */
export function useTyped(kept: string, tell: (text: string) => void): [string, (text: string) => void] {
  const [text, setText] = useState(kept);
  const known = useRef(kept);
  const paused = usePaused(text.trim());
  const say = useEffectEvent((next: string) => {
    if (next === known.current) return;
    known.current = next;
    tell(next);
  });
  useEffect(() => say(paused), [paused]);
  useEffect(() => {
    if (kept === known.current) return;
    known.current = kept;
    setText(kept);
  }, [kept]);
  return [text, setText];
}
