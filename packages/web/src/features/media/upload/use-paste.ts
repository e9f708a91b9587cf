// Handles pasted images and files anywhere except in text inputs.
import { useEffect, useRef } from 'react';

/** Undefined disables pasting. */
export function usePaste(onFiles: ((files: readonly File[]) => void) | undefined): void {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  const listens = onFiles !== undefined;
  useEffect(() => {
    if (!listens) return;
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // An overlay such as a dialog may handle the paste itself.
      if (files.length === 0 || event.defaultPrevented || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      latest.current?.(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [listens]);
}
