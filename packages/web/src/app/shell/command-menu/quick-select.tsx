// Opens the quick selection of a project or plan from anywhere; its contents are loaded on demand.
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { TypedAhead } from '../../../ui/overlays/typed-ahead.ts';

const QuickProjects = lazy(() =>
  import('../../quick/quick-projects.tsx').then((module) => ({ default: module.QuickProjects })),
);
const QuickPlans = lazy(() => import('../../quick/quick-plans.tsx').then((module) => ({ default: module.QuickPlans })));

export type Quick = 'projects' | 'plans';

let open: Quick | undefined;
const listeners = new Set<() => void>();

/** Undefined closes it. */
export function openQuickSelect(what: Quick | undefined): void {
  open = what;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const close = () => openQuickSelect(undefined);

export function QuickSelect() {
  const what = useSyncExternalStore(subscribe, () => open);
  const { projectId, planId } = useParams({ strict: false }) as { projectId?: string; planId?: string };
  if (what === undefined) return null;
  return (
    <Suspense fallback={<TypedAhead onClose={close} />}>
      {what === 'plans' && projectId !== undefined ? (
        <QuickPlans projectId={projectId} planId={planId} onClose={close} />
      ) : (
        <QuickProjects projectId={projectId} onClose={close} />
      )}
    </Suspense>
  );
}
