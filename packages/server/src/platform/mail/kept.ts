// Mail of an installation without a mail server: each message a file that any mail program opens.
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createTransport } from 'nodemailer';
import type { Mail } from './mail.ts';

export function keptMail(folder: string, from: string): Mail {
  const composer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  return {
    async send({ messageId, ...message }) {
      const composed = await composer.sendMail({ ...message, from, messageId: `<${messageId}@plumbline>` });
      await mkdir(folder, { recursive: true });
      const path = join(folder, `${messageId}.eml`);
      await writeFile(`${path}.part`, composed.message as Buffer);
      await rename(`${path}.part`, path);
    },
  };
}
