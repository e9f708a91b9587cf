// The topics of a BCF file as lines of an import.
import type { RowNote } from '@plumbline/core/features/exchange/contract';
import { isWarning, type ReadPin } from '@plumbline/core/features/exchange/rows';
import type { BcfFile } from './read-bcf.ts';
import { pinOfTopic } from './topic-pin.ts';

/** `line` counts topics from 1. */
export type ImportLine = { line: number; read: ReadPin; cells: string[] };

export async function* topicLines(bcf: BcfFile): AsyncGenerator<ImportLine> {
  const seen = new Map<string, number>();
  for (const [index, folder] of bcf.folders.entries()) {
    const line = index + 1;
    const bad = (problem: RowNote['problem'], value: string): ImportLine => ({
      ...{ line, cells: [folder] },
      read: {
        ...{ key: `bcf ${folder} ${line}`, nth: 0, pin: undefined, called: { title: '', plan: '' } },
        notes: [{ problem, column: '', value }],
      },
    });
    const topic = await bcf.topic(folder).catch(() => undefined);
    if (!topic) {
      yield bad('topic_unreadable', folder.slice(0, 80));
      continue;
    }
    const guid = topic.guid.toLowerCase();
    const before = seen.get(guid);
    if (before !== undefined) {
      yield bad('key_twice', String(before));
      continue;
    }
    seen.set(guid, line);
    const { pin, notes } = pinOfTopic(topic.markup, folder);
    for (const name of topic.missing) notes.push({ problem: 'photo_missing', column: '', value: name.slice(0, 80) });
    const usable = notes.every(isWarning);
    const called = { title: pin.title, plan: pin.plan };
    const read = { key: `bcf ${guid}`, nth: 0, pin: usable ? pin : undefined, called, notes };
    yield { line, cells: [folder], read };
  }
}
