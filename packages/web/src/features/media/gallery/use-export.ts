// Downloads many files as one ZIP: the browser saves it while
// the server creates it, so the page holds none of it in memory.
import { createMediaExport } from '@plumbline/core/features/media/contract';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';

export function useExport(projectId: string) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  /** Resolves to true once the browser has started the download. */
  const download = async (blobIds: readonly string[]): Promise<boolean> => {
    setBusy(true);
    try {
      const body = { id: crypto.randomUUID(), blobIds: [...blobIds] };
      const { url } = await call(createMediaExport, { params: { projectId }, body });
      location.assign(url);
      return true;
    } catch (error) {
      showToast({ kind: 'error', text: failureText(t, error) });
      return false;
    } finally {
      setBusy(false);
    }
  };
  return { download, busy };
}
