// Email and SMS through servers that are down, silent or faulty: no request waits for them, and each message arrives
// once.
import { once } from 'node:events';
import { createServer as createHttp } from 'node:http';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { askPasswordReset } from '@plumbline/core/features/account/entry-contract';
import { beginSms } from '@plumbline/core/features/account/second-step-contract';
import { me } from '@plumbline/core/features/auth/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, PASSWORD } from '../../actors.ts';
import { mailServer } from '../../mail-server.ts';
import { deliver } from '../../mailbox.ts';
import { startTestServer, type TestServer } from '../../server.ts';

type Mood = 'down' | 'silent' | 'garbage' | 'well';

/** A proxy in front of a service with a configurable mode; connections it ignores stay open until released. */
function moody(behind: () => number) {
  const held = new Set<Socket>();
  const state = { mood: 'well' as Mood };
  const front: Server = createServer((socket) => {
    socket.on('error', () => undefined);
    if (state.mood === 'down') socket.destroy();
    else if (state.mood === 'garbage') socket.end(Buffer.from('\u0000\u0007 999 ?? <html>\r\n\r\n\ufffd'.repeat(20)));
    else if (state.mood === 'silent') held.add(socket);
    else {
      const through = connect(behind(), '127.0.0.1');
      through.on('error', () => socket.destroy());
      socket.pipe(through).pipe(socket);
    }
  });
  return {
    front,
    state,
    letGo: () => {
      for (const socket of held) socket.destroy();
      held.clear();
    },
  };
}

const listen = async (one: Server | ReturnType<typeof createHttp>): Promise<number> => {
  one.listen(0, '127.0.0.1');
  await once(one, 'listening');
  return (one.address() as AddressInfo).port;
};

const { smtp, mails } = mailServer();
const messages: string[] = [];
const provider = createHttp((request, response) => {
  messages.push(String(request.headers['idempotency-key']));
  request.resume();
  response.writeHead(202).end();
});
let smtpPort = 0;
let providerPort = 0;
const mail = moody(() => smtpPort);
const sms = moody(() => providerPort);

let server: TestServer;
let person: Actor;
beforeAll(async () => {
  smtpPort = await listen(smtp.server);
  providerPort = await listen(provider);
  const [mailPort, smsPort] = [await listen(mail.front), await listen(sms.front)];
  server = await startTestServer({
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${mailPort}`,
      MAIL_FROM: 'Plumbline <plans@bau.example>',
      SMS_URL: `http://127.0.0.1:${smsPort}/messages`,
      SMS_TOKEN: 'a token',
    },
  });
  person = (await createWorld(server)).roles.contributor;
});
afterAll(async () => {
  await server?.close();
  mail.letGo();
  sms.letGo();
  provider.closeAllConnections();
  for (const one of [mail.front, sms.front, provider]) one.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

const waiting = async (): Promise<number> =>
  Number(
    (
      await server.database.root.query(
        `SELECT count(*) FROM graphile_worker._private_jobs j JOIN graphile_worker._private_tasks t ON t.id = j.task_id
         WHERE t.identifier IN ('auth.mail', 'auth.sms') OR t.identifier LIKE 'account.%'`,
      )
    ).rows[0]?.count,
  );

test.each([
  ['mail', mail, mails, () => person.caller.call(askPasswordReset, { query: { email: person.email } })],
  [
    'sms',
    sms,
    messages,
    () => person.caller.call(beginSms, { body: { password: PASSWORD, phone: '+43 660 1234567' } }),
  ],
] as const)('sends %s messages once the service works again', async (_name, service, arrived, cause) => {
  await deliver(server);
  arrived.length = 0;
  service.state.mood = 'down';
  // The triggering call succeeds, whether or not a message can be sent.
  await cause();
  expect(await waiting()).toBe(1);
  await expect(deliver(server)).rejects.toThrow();
  service.state.mood = 'garbage';
  await expect(deliver(server)).rejects.toThrow();
  service.state.mood = 'silent';
  const requested = once(service.front, 'connection');
  const slow = deliver(server).then(
    () => 'sent',
    () => 'failed',
  );
  await requested;
  let over = false;
  void slow.then(() => {
    over = true;
  });
  for (let n = 0; n < 30; n += 1) expect((await person.caller.send(me, {})).status).toBe(200);
  expect([over, await waiting(), arrived.length]).toEqual([false, 1, 0]);
  service.letGo();
  expect(await slow).toBe('failed');
  service.state.mood = 'well';
  await deliver(server);
  expect([arrived.length, await waiting()]).toEqual([1, 0]);
});
