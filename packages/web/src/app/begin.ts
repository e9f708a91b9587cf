// Fetches what the first screen of who is signed in is made of side by side with the start of the program, instead of one after the other.
import { deviceKey } from '../api/ask-key.ts';
import { holdsSupportToken, storedToken } from '../api/token.ts';
import { isId, readPlanPlace } from './addresses.ts';

const quietly = (step: Promise<unknown>): void => void step.catch(() => undefined);

/** What fails here is asked for again by who needs it, and told then. */
export function begin({ pathname, search }: Location): void {
  if (!storedToken()) return;
  if (!holdsSupportToken()) quietly(deviceKey());
  quietly(import('./shell/shell.tsx'));
  quietly(import('../local/device-local.ts'));
  const [, area, projectId = '', planId = '', shown] = pathname.split('/');
  if (area !== 'project' || !isId(projectId)) return;
  quietly(import('./project-frame.tsx'));
  if (!isId(planId)) return;
  const { viewType } = readPlanPlace({ viewType: shown });
  const asked = new URLSearchParams(search).get('at') ?? undefined;
  quietly(
    import('../features/plans/plan-ahead.ts').then((its) => its.beginPlan(projectId, { planId, viewType, asked })),
  );
  quietly(import('../features/plans/plan-screen.tsx'));
}
