// Pictures come in by themselves: they have one page that nobody needs to choose.
import { getImport, type PlanImport, startImport } from '@plumbline/core/features/imports/contract';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { call } from '../../../api/client.ts';
import { queries } from '../../../app/queries.ts';
import { isPicture } from './choice.ts';
import { IMPORTS } from './import-query.ts';

const LOOK_AGAIN = 1_000;
const LOOKS = 300;

/** Under way, by the id of the import; then whether it went well. */
let states: ReadonlyMap<string, 'underWay' | 'done' | 'failed'> = new Map();
const listeners = new Set<() => void>();

function set(id: string, state: 'underWay' | 'done' | 'failed'): void {
  states = new Map(states).set(id, state);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Starts the import of a picture as soon as its page is listed; what goes wrong later is told by the import itself. */
export async function bringPictureIn(projectId: string, importId: string, parentId: string | null): Promise<void> {
  if (states.has(importId)) return;
  set(importId, 'underWay');
  const params = { projectId, importId };
  try {
    for (let look = 0; look < LOOKS; look++) {
      const one = await call(getImport, { params }, { retry: { attempts: 5, onNetworkFailure: true } });
      if (one.state === 'choosing') {
        const pages = one.pages.map(({ page, title, sheetNumber }) => ({
          page,
          planId: crypto.randomUUID(),
          title: title || one.name,
          sheetNumber,
        }));
        await call(startImport, { params, body: { parentId, pages } });
      }
      if (one.state !== 'inspecting') break;
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN));
    }
    set(importId, 'done');
  } catch {
    // Then it is left to the user, as with any other file.
    set(importId, 'failed');
  }
  await queries.invalidateQueries({ queryKey: [...IMPORTS, projectId] });
}

/** Brings in the user's own pictures that an earlier visit has left behind; gives the files whose pages are to be chosen. */
export function useChoosing(
  projectId: string,
  imports: readonly PlanImport[],
  userId: string | undefined,
): readonly PlanImport[] {
  const known = useSyncExternalStore(subscribe, () => states);
  useEffect(() => {
    for (const one of imports) {
      if (one.planId !== null) continue;
      if (one.state !== 'choosing' || !isPicture(one) || one.createdBy !== userId) continue;
      void bringPictureIn(projectId, one.id, one.parentId);
    }
  }, [projectId, imports, userId]);
  return useMemo(
    () =>
      // In the order the files came in: what is added stands at the end, and no field jumps away from whoever types in it.
      imports
        .filter(
          (one) =>
            one.state === 'choosing' &&
            one.planId === null &&
            !(isPicture(one) && one.createdBy === userId && known.get(one.id) !== 'failed'),
        )
        .toReversed(),
    [imports, userId, known],
  );
}
