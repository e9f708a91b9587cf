// Opens the quick selection of a project or a plan from anywhere; what it shows is fetched with it.
import { useParams } from '@tanstack/react-router';
import { useSyncExternalStore } from 'react';
import { later } from '../../ui/later.tsx';

const QuickProjects = later(() => import('../quick/quick-projects.tsx').then((its) => its.QuickProjects));
const QuickPlans = later(() => import('../quick/quick-plans.tsx').then((its) => its.QuickPlans));

export type Quick = 'projects' | 'plans';

let open: Quick | undefined;
const listeners = new Set<() => void>();

/** Undefined closes it. */
export function selectQuickly(what: Quick | undefined): void {
  open = what;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function QuickSelect() {
  const what = useSyncExternalStore(subscribe, () => open);
  const { projectId, planId } = useParams({ strict: false }) as { projectId?: string; planId?: string };
  const close = () => selectQuickly(undefined);
  if (what === 'plans' && projectId !== undefined)
    return <QuickPlans projectId={projectId} planId={planId} onClose={close} />;
  return what === undefined ? null : <QuickProjects projectId={projectId} onClose={close} />;
}
