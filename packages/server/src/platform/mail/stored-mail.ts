// Stores email if no mail server is configured: each message is a file that mail programs can open.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

export function storedMail(folder: string, from: string): Mail {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send({ messageId, attachments = [], ...message }) {
      const composed = await composer.sendMail({
        ...message,
        attachments: [...attachments],
        from,
        messageId: `<${messageId}@plumbline>`,
      });
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${messageId}.eml`);
      await writeFile(`${path}.part`, composed.message as Buffer, { mode: 0o600 });
      await rename(`${path}.part`, path);
      // A JSON file beside it for the operator's page.
      const { to, subject, text, html } = message;
      const shown = join(folder, `${messageId}.json`);
      await writeFile(`${shown}.part`, JSON.stringify({ to, subject, text, html }), { mode: 0o600 });
      await rename(`${shown}.part`, shown);
    },
  };
}
