// Messages kept by an installation without mail server or SMS provider, shown only to someone who can read the data
// folder, where the operator key is stored.
import { chmodSync, writeFileSync } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { operatorMailbox } from '@plumbline/core/features/account/operator-contract';
import type { ReplyOf } from '@plumbline/core/kernel/endpoint';
import { z } from 'zod';
import type { Config } from '../../config/config.ts';
import type { Services } from '../../platform/services.ts';
import { operatorKey, requireOperator } from '../auth/operator-key.ts';

type Message = ReplyOf<typeof operatorMailbox>['messages'][number];

const MAX_LISTED = 100;
const kept = z.object({
  to: z.string(),
  subject: z.string().default(''),
  text: z.string().default(''),
  html: z.string().optional(),
});

/** Writes the key to a file only the operator can read and returns its path. */
export function writeOperatorKey(config: Config): string {
  const file = join(config.dataDir, 'operator.key');
  writeFileSync(file, `${operatorKey(config)}\n`, { mode: 0o600 });
  chmodSync(file, 0o600);
  return file;
}

async function readFolder(folder: string, kind: Message['kind']): Promise<Message[]> {
  const names = await readdir(folder).catch(() => []);
  const files = await Promise.all(
    names
      .filter((name) => name.endsWith('.json'))
      .map(async (name) => ({ name, at: (await stat(join(folder, name))).mtime })),
  );
  const newest = files.sort((a, b) => b.at.getTime() - a.at.getTime()).slice(0, MAX_LISTED);
  const read = newest.map(async ({ name, at }) => {
    const message = kept.safeParse(JSON.parse(await readFile(join(folder, name), 'utf8')));
    if (!message.success) return [];
    return [
      { ...message.data, id: name.replace('.json', ''), kind, at: at.toISOString(), html: message.data.html ?? null },
    ];
  });
  return (await Promise.all(read)).flat();
}

export async function readMailbox(services: Services, block: string, key: string): Promise<Message[]> {
  const { config } = services;
  await requireOperator(services, block, key);
  const all = [
    ...(await readFolder(join(config.dataDir, 'mail'), 'mail')),
    ...(await readFolder(join(config.dataDir, 'sms'), 'sms')),
  ];
  return all.sort((a, b) => b.at.localeCompare(a.at)).slice(0, MAX_LISTED);
}
