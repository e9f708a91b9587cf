// Easter egg: animates the version line once, letter by letter.
import { useEffect, useState } from 'react';

const STEP_MS = 300;
/** Letters raised at the same time. */
const WAVE = 3;

export function VersionPlay({ text, onEnd }: { text: string; onEnd: () => void }) {
  const letters = [...text];
  const [step, setStep] = useState(0);
  const last = letters.length + WAVE;
  useEffect(() => {
    if (step > last || matchMedia('(prefers-reduced-motion: reduce)').matches) {
      onEnd();
      return;
    }
    const timer = setTimeout(() => setStep(step + 1), STEP_MS);
    return () => clearTimeout(timer);
  }, [step, last, onEnd]);
  return (
    <span aria-label={text} role="img">
      {letters.map((letter, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: letters are identified by their position only
        <span key={at} aria-hidden="true" data-up={at < step && at >= step - WAVE ? '' : undefined}>
          {letter}
        </span>
      ))}
    </span>
  );
}
