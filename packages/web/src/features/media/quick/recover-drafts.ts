// Saves drafts on pins to which the user has not returned since the page was closed, so that they are not lost.
import type { Act } from '../../../shared/site/use-act.ts';
import { dropDraft, pinsWithDrafts, readDraft } from './drafts.ts';
import { storeDrawing, storeVoice, unfinishedDrawing, unfinishedVoice } from './save-drafts.ts';
import { lockOf } from './use-draft-location.ts';

/** Returns how many drawings and notes were saved. Skips the pin `besides`, where the user continues on their own. */
export async function recoverDrafts(projectId: string, besides: string | undefined, act: Act): Promise<number> {
  let kept = 0;
  const finish = async (pinId: string) => {
    const place = { projectId, pinId };
    const drawing = await unfinishedDrawing(place);
    if (drawing) await storeDrawing(place, act, drawing);
    if (drawing && !(await readDraft(place, 'drawing'))) kept += 1;
    const voice = await unfinishedVoice(place);
    if (voice) await storeVoice(place, act, voice, null);
    if (voice && !(await readDraft(place, 'voice'))) kept += 1;
    // An assignee without a task has nothing to be saved as.
    await dropDraft(place, 'assignee');
  };
  for (const pinId of await pinsWithDrafts(projectId)) {
    if (pinId === besides) continue;
    // Skip pins open in another tab; drafts that cannot be read offline wait for the next time.
    await navigator.locks
      .request(lockOf(pinId), { ifAvailable: true }, (free) => (free ? finish(pinId) : undefined))
      .catch(() => undefined);
  }
  return kept;
}
