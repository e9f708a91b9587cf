// Copies text for use elsewhere, and says whether that worked.

import { showToast } from '../feedback/toast.tsx';
import { useT } from '../translation.tsx';

/** Copies without the browser's clipboard for scripts, which exists only over HTTPS and can be refused. */
function copyByEvent(text: string): boolean {
  const fill = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  document.addEventListener('copy', fill, true);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', fill, true);
  }
}

/** Whether the text was copied. */
export async function writeText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByEvent(text);
  }
}

/** Copies a text, and shows `done` or that the browser does not allow it. Never throws. */
export function useCopyText(): (text: string, done?: string) => Promise<void> {
  const t = useT();
  return async (text, done = t('ui.copied')) => {
    const copied = await writeText(text);
    showToast(copied ? { kind: 'success', text: done } : { kind: 'error', text: t('ui.notCopied') });
  };
}
