// Starts the tour from anywhere.

let listener: (() => void) | undefined;

export const startTour = (): void => listener?.();

/** Registers the one component that shows the tour; returns the unsubscribe function. */
export function onStartTour(show: () => void): () => void {
  listener = show;
  return () => {
    listener = undefined;
  };
}
