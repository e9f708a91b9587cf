// A DNS server for tests: answers TXT queries over UDP from the given records, and nothing else.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export type NameServer = {
  /** `address:port`. */
  address: string;
  /** Keyed by lower-case name. */
  texts: Map<string, string[]>;
  close(): Promise<void>;
};

const TXT = 16;
const NO_SUCH_NAME = 3;

function questionOf(message: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 5 };
}

/** Encodes the text as consecutive strings of at most 255 bytes. */
function written(text: string): Buffer {
  const pieces = text.match(/.{1,255}/gsu) ?? [''];
  return Buffer.concat(pieces.flatMap((piece) => [Buffer.of(piece.length), Buffer.from(piece, 'latin1')]));
}

function answerTo(message: Buffer, texts: NameServer['texts']): Buffer {
  const { name, end } = questionOf(message);
  const found = texts.get(name);
  const head = Buffer.alloc(12);
  message.copy(head, 0, 0, 2);
  head.writeUInt16BE(found ? 0x8180 : 0x8180 | NO_SUCH_NAME, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(found?.length ?? 0, 6);
  const answers = (found ?? []).map((text) => {
    const data = written(text);
    const record = Buffer.alloc(12);
    // A compression pointer to the name in the question.
    record.writeUInt16BE(0xc00c, 0);
    record.writeUInt16BE(TXT, 2);
    record.writeUInt16BE(1, 4);
    record.writeUInt32BE(60, 6);
    record.writeUInt16BE(data.length, 10);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, message.subarray(12, end), ...answers]);
}

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4');
  const texts: NameServer['texts'] = new Map();
  socket.on('message', (message, { port, address }) => socket.send(answerTo(message, texts), port, address));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    texts,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}
