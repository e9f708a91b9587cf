// The typed text, once the user has paused.
import { useEffect, useState } from 'react';

const TYPING = 250;

export function useDebouncedText(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), TYPING);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}
