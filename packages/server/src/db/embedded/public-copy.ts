// Copies a folder of programs to where every user can run them. The copy belongs to root, so that no other user can change it.
import {
  chmodSync,
  constants,
  copyFileSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { EmbeddedDatabaseError } from './error.ts';

const WRITABLE_BY_OTHERS = 0o022;

/** Modes are set explicitly: a strict umask would close the copy again. */
function makeFolder(folder: string): void {
  if (lstatSync(folder, { throwIfNoEntry: false })) return;
  makeFolder(path.dirname(folder));
  mkdirSync(folder);
  chmodSync(folder, 0o755);
}

function copyFolder(from: string, to: string): void {
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name);
    const target = path.join(to, entry.name);
    if (entry.isSymbolicLink()) {
      symlinkSync(readlinkSync(source), target);
    } else if (entry.isDirectory()) {
      makeFolder(target);
      copyFolder(source, target);
    } else {
      copyFileSync(source, target, constants.COPYFILE_FICLONE);
      chmodSync(target, (lstatSync(source).mode & 0o100) === 0 ? 0o644 : 0o755);
    }
  }
}

/** Whether `copy` has every entry of `original`, with the same type and size. */
function isComplete(original: string, copy: string): boolean {
  return readdirSync(original, { withFileTypes: true }).every((entry) => {
    const source = path.join(original, entry.name);
    const target = path.join(copy, entry.name);
    const found = lstatSync(target, { throwIfNoEntry: false });
    if (entry.isDirectory()) return found?.isDirectory() === true && isComplete(source, target);
    if (entry.isSymbolicLink())
      return found?.isSymbolicLink() === true && readlinkSync(source) === readlinkSync(target);
    return found?.isFile() === true && found.size === lstatSync(source).size;
  });
}

function isSafe(folder: string): boolean {
  const { uid, mode } = lstatSync(folder);
  return uid === process.getuid?.() && (mode & WRITABLE_BY_OTHERS) === 0;
}

/** Copies `original` to `copy` unless it is there already, and returns `copy`. A copy becomes visible only when it is complete. */
export function copyPublicly(original: string, copy: string): string {
  const parent = path.dirname(copy);
  try {
    makeFolder(parent);
    if (!isSafe(parent)) throw new Error(`other users can write to ${parent}`);
    if (isComplete(original, copy)) return copy;
    const temporary = mkdtempSync(path.join(parent, '.copy-'));
    try {
      chmodSync(temporary, 0o755);
      copyFolder(original, temporary);
      replace(copy, temporary, original);
    } finally {
      rmSync(temporary, { recursive: true, force: true });
    }
    return copy;
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `PostgreSQL does not run as root, no other user can reach its programs in ${original}, and they cannot be copied to ${parent}: ${cause instanceof Error ? cause.message : String(cause)}. Install Plumbline where other users can read it, such as below /opt, start as an ordinary user, or set DATABASE_URL.`,
      { cause },
    );
  }
}

function replace(copy: string, temporary: string, original: string): void {
  const old = `${temporary}-old`;
  if (lstatSync(copy, { throwIfNoEntry: false })) renameSync(copy, old);
  try {
    renameSync(temporary, copy);
  } catch (error) {
    // Another start may have finished the same copy first.
    if (!isComplete(original, copy)) throw error;
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}
