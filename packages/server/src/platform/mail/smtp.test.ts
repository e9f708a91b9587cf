import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { smtpMail } from './smtp.ts';

let stop: (() => void) | undefined;
afterEach(() => stop?.());

/** A server that accepts connections, and answers only if told to. */
async function startServer() {
  const server = { answers: false, connections: 0 };
  const sockets = new Set<Socket>();
  const serving = createServer((socket) => {
    sockets.add(socket);
    server.connections += 1;
    if (!server.answers) return;
    let inBody = false;
    socket.write('220 ready\r\n');
    socket.on('data', (bytes) => {
      const text = bytes.toString();
      if (inBody && !text.endsWith('\r\n.\r\n')) return;
      inBody = text.startsWith('DATA');
      socket.write(inBody ? '354 go\r\n' : '250 ok\r\n');
    });
  }).listen(0, '127.0.0.1');
  await once(serving, 'listening');
  stop = () => {
    for (const socket of sockets) socket.destroy();
    serving.close();
  };
  return { url: `smtp://127.0.0.1:${(serving.address() as AddressInfo).port}`, server };
}

const timeouts = { connectionTimeout: 10_000, greetingTimeout: 300, socketTimeout: 10_000 };
const message = { to: 'a@example.org', subject: 'Hello', text: 'Hello', messageId: '1' };

test('a server that does not respond is not contacted again for a while', async () => {
  const { url, server } = await startServer();
  const mail = smtpMail(url, 'site@example.org', { timeouts });
  await expect(mail.send(message)).rejects.toThrow('Greeting never received');
  for (const _one of [1, 2, 3]) await expect(mail.send(message)).rejects.toThrow('tried again shortly');
  expect(server.connections).toBe(1);
});

test('only one email at a time checks whether the server responds again', async () => {
  const { url, server } = await startServer();
  const mail = smtpMail(url, 'site@example.org', { timeouts, pauseMs: 0 });
  await expect(mail.send(message)).rejects.toThrow('Greeting never received');
  const tries = [mail.send(message), mail.send(message), mail.send(message)];
  expect((await Promise.allSettled(tries)).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(server.connections).toBe(2);
  server.answers = true;
  await mail.send(message);
  await Promise.all([mail.send(message), mail.send(message)]);
  expect(server.connections).toBe(5);
});
