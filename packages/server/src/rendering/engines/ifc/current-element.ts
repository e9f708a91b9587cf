// Records which element of a model a process is working on, so that an element that crashes it can be left out of the
// next attempt.
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

const FILE = 'at-work';

export type Note = { write: (id: number) => void; close: () => void };

export function noteCurrentElement(folder: string): Note {
  const file = openSync(join(folder, FILE), 'w');
  const bytes = Buffer.alloc(4);
  return {
    write: (id) => {
      bytes.writeUInt32LE(id);
      writeSync(file, bytes, 0, bytes.length, 0);
    },
    close: () => {
      closeSync(file);
      rmSync(join(folder, FILE), { force: true });
    },
  };
}

/** Undefined if the process had not started on an element. */
export async function readCurrentElement(folder: string): Promise<number | undefined> {
  const bytes = await readFile(join(folder, FILE)).catch(() => undefined);
  return bytes?.length === 4 ? bytes.readUInt32LE() : undefined;
}

export const clearCurrentElement = (folder: string): Promise<void> => rm(join(folder, FILE), { force: true });
