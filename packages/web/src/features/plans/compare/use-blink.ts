// Alternates between two revisions.
import { useEffect, useState } from 'react';

const BLINK_MS = 900;

/** Starts paused under reduced motion. The user can also switch manually. */
export function useBlink(on: boolean) {
  const [second, setSecond] = useState(true);
  const [running, setRunning] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  useEffect(() => {
    if (!on || !running) return;
    const timer = setInterval(() => setSecond((now) => !now), BLINK_MS);
    return () => clearInterval(timer);
  }, [on, running]);
  return {
    second,
    running,
    toggle: () => setRunning((now) => !now),
    flip: () => {
      setRunning(false);
      setSecond((now) => !now);
    },
  };
}
