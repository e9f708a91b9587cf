// The project folder, and whether files can be created in it.
import { accessSync, constants, existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { LaunchError } from './output.mjs';

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');

/** Whether files can be created in `folder`, or `folder` itself if it is missing.
 * @param {string} folder @returns {boolean} */
export function isWritable(folder) {
  if (!existsSync(folder)) return isWritable(path.dirname(folder));
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** Throws what to do if `task` needs to write to a folder of the project that is read-only for this user.
 * @param {string} folder @param {string} task */
export function requireWritable(folder, task) {
  if (isWritable(folder)) return;
  throw new LaunchError(
    `${task} needs write access to ${folder}. Run "npm run build" in ${ROOT} once as a user who has it; then any user who can read the folder can start Plumbline with DATA_DIR elsewhere.`,
  );
}
