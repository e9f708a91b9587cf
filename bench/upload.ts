// Memory of the server while 1 GB is uploaded: it must not grow with the size of the file.
import { randomBytes, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { metadata } from '@plumbline/testkit/program/upload';
import { judge } from './common/figures.ts';
import { startSite } from './common/site.ts';

const SIZE = 1_073_741_824;
const CHUNK = 1_048_576;
const MEGABYTE = 1_048_576;

const site = await startSite({ ROLES: 'web' });
try {
  const resident = (): number => {
    const status = readFileSync(`/proc/${site.child.pid}/status`, 'utf8');
    return (Number(/VmRSS:\s+(\d+)/u.exec(status)?.[1] ?? 0) * 1024) / MEGABYTE;
  };
  const id = randomUUID();
  const headers = { authorization: `Bearer ${site.token}`, 'tus-resumable': '1.0.0' };
  const meta = { id, purpose: 'plan', name: 'large.pdf', mime: 'application/pdf' };
  const created = await fetch(`${site.url}/api/files`, {
    method: 'POST',
    headers: {
      ...headers,
      'upload-length': String(SIZE),
      'upload-metadata': metadata(meta),
    },
  });
  if (created.status !== 201) throw new Error(await created.text());
  const piece = randomBytes(CHUNK);
  // The first chunks warm up the code; growth is measured from here.
  let before = 0;
  let most = 0;
  const startedAt = performance.now();
  for (let offset = 0; offset < SIZE; offset += CHUNK) {
    const sent = await fetch(`${site.url}/api/files/${id}`, {
      method: 'PATCH',
      headers: { ...headers, 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset) },
      body: piece,
    });
    if (sent.status !== 204) throw new Error(await sent.text());
    if (offset === 16 * CHUNK) before = resident();
    most = Math.max(most, resident());
  }
  await wait(500);
  most = Math.max(most, resident());
  const seconds = (performance.now() - startedAt) / 1000;
  console.log(
    `1 GB in ${seconds.toFixed(1)} s; resident before ${before.toFixed(0)} MB, at most ${most.toFixed(0)} MB`,
  );
  judge('growth in MB', most - before, 100);
} finally {
  await site.close();
}
