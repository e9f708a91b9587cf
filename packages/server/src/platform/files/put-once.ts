// Stores what several processes may make at the same moment: two requests for one picture, or a job that runs twice because
// its worker was taken for dead.
import { AppError } from '@plumbline/core/kernel/errors';
import type { Files } from './files.ts';

/** Stores a file under a key that determines its content; does nothing if it is stored already or at the same moment. */
export async function putOnce(
  files: Pick<Files, 'put' | 'stat'>,
  key: string,
  body: () => AsyncIterable<Uint8Array>,
): Promise<void> {
  if (await files.stat(key)) return;
  try {
    await files.put(key, body());
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'already_exists') throw error;
  }
}
