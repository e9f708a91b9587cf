// Imports of new revisions of one plan that are in progress or await alignment.
import type { PlanImport } from '@plumbline/core/features/imports/contract';
import { ImportList } from '../../imports/import-list.tsx';

const MAX_FAILURE_AGE_MS = 24 * 3_600_000;

export function RevisionImports({ projectId, imports }: { projectId: string; imports: readonly PlanImport[] }) {
  const shown = imports
    .filter(
      ({ state, updatedAt }, i) =>
        state === 'inspecting' ||
        state === 'choosing' ||
        state === 'running' ||
        // A failed import is hidden once a newer file was imported; the newest comes first.
        (state === 'failed' && i === 0 && Date.now() - Date.parse(updatedAt) < MAX_FAILURE_AGE_MS),
    )
    .slice(0, 3);
  if (shown.length === 0) return null;
  return (
    <div className="versions-coming">
      <ImportList projectId={projectId} uploads={[]} imports={shown} onChoose={() => undefined} />
    </div>
  );
}
