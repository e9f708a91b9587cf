// What was begun at a pin to which nobody has come back since the page was closed: kept, so that it is not lost.
import type { Act } from '../../../shared/site/use-act.ts';
import { dropDraft, pinsWithDrafts, readDraft } from './drafts.ts';
import { begunDrawing, begunVoice, keepDrawing, keepVoice } from './keep-begun.ts';
import { lockOf } from './use-draft-place.ts';

/** How many drawings and notes were kept. `besides` is the pin where one goes on by oneself. */
export async function keepLeftBehind(projectId: string, besides: string | undefined, act: Act): Promise<number> {
  let kept = 0;
  const finish = async (pinId: string) => {
    const place = { projectId, pinId };
    const drawing = await begunDrawing(place);
    if (drawing) await keepDrawing(place, act, drawing);
    if (drawing && !(await readDraft(place, 'drawing'))) kept += 1;
    const voice = await begunVoice(place);
    if (voice) await keepVoice(place, act, voice, null);
    if (voice && !(await readDraft(place, 'voice'))) kept += 1;
    // Whom somebody had in mind is no task yet.
    await dropDraft(place, 'assignee');
  };
  for (const pinId of await pinsWithDrafts(projectId)) {
    if (pinId === besides) continue;
    // In another tab somebody may be at it; what cannot be read without a connection waits for the next time.
    await navigator.locks
      .request(lockOf(pinId), { ifAvailable: true }, (free) => (free ? finish(pinId) : undefined))
      .catch(() => undefined);
  }
  return kept;
}
