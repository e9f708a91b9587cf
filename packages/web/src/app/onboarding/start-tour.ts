// Starts the tour from anywhere.

let listener: (() => void) | undefined;

export const showAround = (): void => listener?.();

/** Registers the one component that shows the tour; returns the unsubscribe function. */
export function onShowAround(show: () => void): () => void {
  listener = show;
  return () => {
    listener = undefined;
  };
}
