// Pictures and files that are pasted, wherever the focus is but in a field that takes text.
import { useEffect, useRef } from 'react';

/** Undefined takes nothing. */
export function usePaste(onFiles: ((files: readonly File[]) => void) | undefined): void {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  const listens = onFiles !== undefined;
  useEffect(() => {
    if (!listens) return;
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // Something over the page, such as a dialog, has its own use for it.
      if (files.length === 0 || event.defaultPrevented || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      latest.current?.(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [listens]);
}
