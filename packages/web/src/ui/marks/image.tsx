// An image with retries: its sources in order, then three more rounds a second apart, then what is shown instead.
import { type CSSProperties, type ReactElement, useEffect, useState } from 'react';
import { NoPreview } from './no-preview.tsx';

export type ImageProps = {
  /** URLs in the order in which they are tried. */
  sources: readonly string[];
  alt: string;
  fit?: 'cover' | 'contain' | undefined;
  /** Shown when all attempts failed: the no-preview picture, nothing, or something else. */
  fallback?: 'picture' | 'none' | ReactElement | undefined;
  loading?: 'lazy' | 'eager' | undefined;
  className?: string | undefined;
  onLoad?: (() => void) | undefined;
};

export const RETRIES = 3;
export const RETRY_DELAY = 1_000;

type Attempt = { source: number; retry: number; waiting: boolean };
const FIRST_ATTEMPT: Attempt = { source: 0, retry: 0, waiting: false };

/** The attempt after a failed one: the next source, else another round after a pause; `undefined` after the last. */
export function nextAttempt(failed: Attempt, sources: number): Attempt | undefined {
  if (failed.source + 1 < sources) return { ...failed, source: failed.source + 1 };
  if (failed.retry < RETRIES) return { source: 0, retry: failed.retry + 1, waiting: true };
  return undefined;
}

export function Image(props: ImageProps) {
  // Different sources are a different image: it starts over.
  return <Attempts key={props.sources.join('\n')} {...props} />;
}

function Attempts({
  sources,
  alt,
  fit = 'cover',
  fallback = 'picture',
  loading = 'lazy',
  className,
  onLoad,
}: ImageProps) {
  const [attempt, setAttempt] = useState<Attempt | undefined>(sources.length > 0 ? FIRST_ATTEMPT : undefined);
  const waiting = attempt?.waiting ?? false;

  useEffect(() => {
    if (!waiting) return;
    const timer = setTimeout(() => setAttempt((now) => now && { ...now, waiting: false }), RETRY_DELAY);
    return () => clearTimeout(timer);
  }, [waiting]);

  const style: CSSProperties = { objectFit: fit };
  if (attempt === undefined) {
    if (fallback === 'none') return null;
    return fallback === 'picture' ? <NoPreview label={alt} className={className} /> : fallback;
  }
  if (waiting) return <span className={className} aria-hidden="true" />;
  return (
    <img
      // A new element for each attempt, since a browser does not request the same URL again.
      key={`${attempt.source}/${attempt.retry}`}
      src={sources[attempt.source]}
      alt={alt}
      loading={loading}
      decoding="async"
      draggable={false}
      className={className}
      style={style}
      onLoad={onLoad}
      onError={() => setAttempt(nextAttempt(attempt, sources.length))}
    />
  );
}
