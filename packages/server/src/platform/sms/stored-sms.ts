// Stores text messages if no provider is configured: each is a file that the operator reads.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Sms } from './sms.ts';

export function storedSms(folder: string): Sms {
  return {
    arrives: false,
    async send({ messageId, to, text }) {
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${messageId}.json`);
      await writeFile(`${path}.part`, JSON.stringify({ to, text }), { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
  };
}
