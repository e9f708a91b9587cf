// New revisions of one plan that are on their way, or wait for somebody to say how they lie.
import type { PlanImport } from '@plumbline/core/features/imports/contract';
import { ImportList } from '../../imports/import-list.tsx';

const FRESH = 24 * 3_600_000;

export function RevisionImports({ projectId, imports }: { projectId: string; imports: readonly PlanImport[] }) {
  const shown = imports
    .filter(
      ({ state, updatedAt }, i) =>
        state === 'inspecting' ||
        state === 'choosing' ||
        state === 'running' ||
        // What failed is past as soon as another file has come: the newest stands first.
        (state === 'failed' && i === 0 && Date.now() - Date.parse(updatedAt) < FRESH),
    )
    .slice(0, 3);
  if (shown.length === 0) return null;
  return (
    <div className="versions-coming">
      <ImportList projectId={projectId} uploads={[]} imports={shown} onChoose={() => undefined} />
    </div>
  );
}
