// A port for a server whose address must be known before it starts.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';

/** Outside the range from which systems take ports for connections, and for servers that accept any port. */
const FIRST = 20_000;
const LAST = 31_999;

const issued = new Set<number>();

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen(port, '127.0.0.1');
  const isListening = await once(probe, 'listening').then(
    () => true,
    () => false,
  );
  if (!isListening) return false;
  probe.close();
  await once(probe, 'close');
  return true;
}

/** A port that is free, and that nothing else is given before it is used. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST + 1);
    if (issued.has(port)) continue;
    issued.add(port);
    if (await isFree(port)) return port;
  }
}
