// Asks for the tour from anywhere.

let listener: (() => void) | undefined;

export const showAround = (): void => listener?.();

/** The one part that shows it listens; returns how it stops. */
export function onShowAround(show: () => void): () => void {
  listener = show;
  return () => {
    listener = undefined;
  };
}
