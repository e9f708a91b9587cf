// Finds the template with an id: a built-in one, or one the project has uploaded.
import type { Template } from '@plumbline/core/features/reports/contract';
import type { Translator } from '@plumbline/locales/translate';
import type { Services } from '../../../platform/services.ts';
import { type Caller, ownTemplate } from '../store.ts';
import {
  READY_MADE,
  type ReadyMade,
  readyMadeFile,
  readyMadeId,
  readyMadeOf,
  readyMadeTitle,
  readyMadeType,
} from './ready-made.ts';

export type Chosen = {
  title: string;
  fileType: Template['fileType'];
  problems: Template['problems'];
  bytes: () => Promise<Buffer>;
};

/** Undefined if the project has no such template. */
export async function chooseTemplate(
  services: Services,
  caller: Caller,
  id: string,
  t: Translator,
): Promise<Chosen | undefined> {
  const ready = readyMadeOf(id);
  if (ready) {
    const made = { title: readyMadeTitle(ready, t), fileType: readyMadeType(ready), problems: [] };
    return { ...made, bytes: () => readyMadeFile(ready, t) };
  }
  const own = await ownTemplate(services, caller, id);
  return (
    own && {
      title: own.title,
      fileType: own.fileType,
      problems: own.problems,
      bytes: () => readWhole(services, own.key),
    }
  );
}

export async function readWhole({ files }: Services, key: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  for await (const piece of await files.open(key)) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
}

/** The built-in templates as list entries. */
export const readyMadeList = (t: Translator): Template[] =>
  READY_MADE.map((name: ReadyMade) => ({
    id: readyMadeId(name),
    title: readyMadeTitle(name, t),
    fileName: `${readyMadeTitle(name, t)}.${readyMadeType(name)}`,
    fileType: readyMadeType(name),
    builtin: true,
    active: true,
    problems: [],
  }));
