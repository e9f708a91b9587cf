// Saves the markings and measurements of a plan, or of all plans of a project, as a CSV file.
import type { Translator } from '@plumbline/locales/translate';
import { saveFile } from '../../api/save-file.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { showToast } from '../../ui/feedback/toast.tsx';
import { fileNameOf } from './list-export.tsx';

type Saved = { projectId: string; planId?: string | undefined; title: string };

export async function saveMarkups(t: Translator, { projectId, planId, title }: Saved): Promise<void> {
  const query = new URLSearchParams({ format: 'csv', language: t.language, ...(planId && { plan: planId }) });
  try {
    await saveFile(`/api/plans-api/projects/${projectId}/exports/markups?${query}`, fileNameOf(title, 'csv'));
  } catch (error) {
    showToast({ kind: 'error', text: failureText(t, error) });
  }
}
