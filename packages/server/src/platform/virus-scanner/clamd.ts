// Scans files with clamd, the daemon of ClamAV, by its INSTREAM command: pieces with their length, then a length of 0.
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { VirusScanner } from './virus-scanner.ts';

/** Without progress for this long, the scanner counts as unavailable. Unpacking an archive takes time. */
const IDLE_MS = 120_000;
/** An answer is one line. */
const MAX_ANSWER = 4_096;

async function write(socket: Socket, piece: Uint8Array): Promise<void> {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(piece.length);
  socket.write(size);
  // Rejects if the connection ends first.
  if (!socket.write(piece)) await once(socket, 'drain');
}

async function readAnswer(socket: Socket): Promise<string> {
  let answer = '';
  for await (const piece of socket) {
    answer += String(piece);
    if (answer.includes('\0')) break;
    if (answer.length > MAX_ANSWER) throw new Error('the answer of the virus scanner is too long');
  }
  return answer.split('\0')[0] ?? '';
}

/** `address`: clamd://host:3310, or clamd:///run/clamav/clamd.ctl for a local socket. */
export function clamd(address: string, idleMs = IDLE_MS): VirusScanner {
  const { hostname, port, pathname } = new URL(address);
  const place = hostname
    ? { host: hostname.replaceAll(/[[\]]/gu, ''), port: Number(port || 3310) }
    : { path: pathname };
  return {
    async scan(bytes) {
      const socket = connect(place);
      socket.setTimeout(idleMs, () => socket.destroy(new Error('the virus scanner does not respond')));
      // Heard before anything is awaited: clamd answers early if a file is too large for it.
      const answered = readAnswer(socket);
      answered.catch(() => undefined);
      try {
        await once(socket, 'connect');
        socket.write('zINSTREAM\0');
        for await (const piece of bytes) if (piece.length > 0) await write(socket, piece);
        socket.write(Buffer.alloc(4));
        const answer = await answered;
        if (answer === 'stream: OK') return undefined;
        const found = /^stream: (.{1,200}) FOUND$/u.exec(answer)?.[1];
        if (found !== undefined) return found;
        throw new Error(`the virus scanner answered ${JSON.stringify(answer.slice(0, 200))}`);
      } finally {
        socket.destroy();
      }
    },
  };
}
