// Email through a real mail server: text and HTML with the same content, in the reader's language, sent once despite
// retries.

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { askPasswordReset } from '@plumbline/core/features/account/entry-contract';
import { patchMe } from '@plumbline/core/features/auth/contract';
import { composeMail, MAIL_KINDS } from '@plumbline/server/features/auth/emails/compose';
import { textsIn } from '@plumbline/server/http/texts';
import { httpSms } from '@plumbline/server/platform/sms/http';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../actors.ts';
import { deliver } from '../../mailbox.ts';
import { startTestServer, type TestServer } from '../../server.ts';

type Arrived = { to: string[]; from: string; raw: string };

let arrived: Arrived[] = [];
let full = false;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData(stream, session, done) {
    const pieces: Buffer[] = [];
    stream.on('data', (piece: Buffer) => pieces.push(piece));
    stream.on('end', () => {
      if (full) return done(new Error('the mailbox is full'));
      const { mailFrom, rcptTo } = session.envelope;
      const from = mailFrom === false ? '' : mailFrom.address;
      arrived.push({ to: rcptTo.map((one) => one.address), from, raw: Buffer.concat(pieces).toString('utf8') });
      done();
    });
  },
});

let server: TestServer;
let world: World;
let person: Actor;
beforeAll(async () => {
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  const { port } = smtp.server.address() as AddressInfo;
  server = await startTestServer({
    environment: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Plumbline <plans@bau.example>' },
  });
  world = await createWorld(server);
  person = world.roles.contributor;
});
afterAll(async () => {
  await server?.close();
  await new Promise<void>((resolve) => smtp.close(() => resolve()));
});

/** The text of one part, as a mail program shows it. */
function partOf(raw: string, type: string): string {
  const boundary = /boundary="([^"]+)"/u.exec(raw)?.[1] ?? '';
  const part = raw.split(`--${boundary}`).find((one) => one.includes(`Content-Type: ${type}`)) ?? '';
  const [head = '', ...body] = part.split('\r\n\r\n');
  const text = body.join('\r\n\r\n');
  if (/base64/u.test(head)) return Buffer.from(text, 'base64').toString('utf8');
  const bytes = text
    .replaceAll(/=\r\n/gu, '')
    .replaceAll(/=([0-9A-F]{2})/gu, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return /quoted-printable/u.test(head) ? Buffer.from(bytes, 'latin1').toString('utf8') : text;
}

test('an email is sent to the right person as text and HTML, in the language of the account', async () => {
  await person.caller.call(patchMe, { body: { settings: { language: 'de' } } });
  await world.nobody.call(askPasswordReset, { query: { email: person.email } });
  await deliver(server);
  expect(arrived).toHaveLength(1);
  const [{ to, from, raw } = { to: [], from: '', raw: '' }] = arrived;
  expect([to, from]).toEqual([[person.email], 'plans@bau.example']);
  expect(raw).toMatch(/^Content-Type: multipart\/alternative/mu);
  expect(raw).toMatch(/^Message-ID: <[0-9a-f-]{36}@bau\.example>/mu);
  const [text, html] = [partOf(raw, 'text/plain'), partOf(raw, 'text/html')];
  expect(text).toContain(`Guten Tag ${person.firstName},`);
  expect(html).toContain('<html lang="de">');
  const link = /http:\/\/localhost:8420\/forgotPassword#[\w-]{43}/u;
  expect(link.exec(html)?.[0]).toBe(link.exec(text)?.[0]);
  expect(html).not.toMatch(/<(?:script|img|link)\b/u);
});

test('an email is not lost if the mail server refuses it', async () => {
  arrived = [];
  full = true;
  await world.nobody.call(askPasswordReset, { query: { email: person.email } });
  await expect(deliver(server)).rejects.toThrow(/full/u);
  full = false;
  await deliver(server);
  expect(arrived).toHaveLength(1);
});

describe.each(['en', 'de'])('in %s', (language) => {
  test.each(MAIL_KINDS)('%s has all its texts', (kind) => {
    const params = { name: 'Nina', organisation: 'Neubau', inviter: 'Olga', passkey: 'Phone', left: 2, hours: 72 };
    // Purely informational emails have no button.
    const leads = textsIn('en').has(`mail.${kind}.action`);
    const link = leads ? { link: 'https://plans.example.org/x' } : {};
    const { subject, text, html } = composeMail({ kind, language, to: 'n@example.org', params, ...link });
    for (const words of [subject, text, html.replace(/<style>.*<\/style>/su, '')]) {
      expect(words).not.toMatch(/\bmail\.[a-z]|undefined|[{}]/u);
    }
    expect(subject.length).toBeGreaterThan(5);
    expect(text).toContain('Nina');
  });
});

/** Names that have been used to inject script or markup. */
const SCRIPTS = [
  '<script>alert(1)</script>',
  '"><script>alert(1)</script>',
  "'><script>alert(1)</script>",
  '</title><script>alert(1)</script>',
  '</textarea><script>alert(1)</script>',
  '</style><script>alert(1)</script>',
  '--><script>alert(1)</script>',
  ']]><script>alert(1)</script>',
  '<ScRiPt>alert(1)</sCrIpT>',
  '<script\n>alert(1)</script\t>',
  '<script src=//evil.example/x.js>',
  '<img src=x onerror=alert(1)>',
  '<img/src=x/onerror=alert(1)>',
  '"><img src=x onerror=alert(1)>',
  '<svg onload=alert(1)>',
  '<svg><script>alert(1)</script></svg>',
  '<svg/onload=alert`1`>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<body onload=alert(1)>',
  '<iframe src=javascript:alert(1)>',
  '<iframe srcdoc="<script>alert(1)</script>">',
  '<object data=javascript:alert(1)>',
  '<embed src=javascript:alert(1)>',
  '<a href=javascript:alert(1)>x</a>',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<form action=javascript:alert(1)><button>x',
  '<input autofocus onfocus=alert(1)>',
  '<details open ontoggle=alert(1)>',
  '<video><source onerror=alert(1)>',
  '<audio src=x onerror=alert(1)>',
  '<marquee onstart=alert(1)>',
  '<link rel=stylesheet href=//evil.example/x.css>',
  '<base href=//evil.example/>',
  '<meta http-equiv=refresh content=0;url=//evil.example>',
  '<style>@import "//evil.example/x.css"</style>',
  '<template><script>alert(1)</script></template>',
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  '&lt;script&gt;alert(1)&lt;/script&gt;',
  '{{constructor.constructor("alert(1)")()}}',
  '#{alert(1)}',
  '{name, select, other {<b>x</b>}}',
];

test.each(SCRIPTS)('the name %s is text in every email', (name) => {
  for (const kind of MAIL_KINDS) {
    const params = { name, organisation: name, inviter: name, passkey: name, left: 2, hours: 72 };
    const { subject, text, html } = composeMail({ kind, language: 'en', to: 'n@example.org', params });
    // None of it becomes markup: the email has the same elements as without the names.
    const plain = composeMail({
      kind,
      language: 'en',
      to: 'n@example.org',
      params: { ...params, name: 'N', organisation: 'N', inviter: 'N', passkey: 'N' },
    });
    const elements = (words: string) => words.match(/<[^>]*>/gu);
    expect(elements(html), kind).toEqual(elements(plain.html));
    expect(subject).not.toMatch(/[\r\n]/u);
    if (plain.text.includes('N,')) expect(text).toContain(name.split('\n')[0]);
  }
});

test('an SMS provider gets the number, the text and an id that is the same for each attempt', async () => {
  const got: { headers: Record<string, unknown>; body: unknown }[] = [];
  let status = 202;
  const provider = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on('data', (piece: Buffer) => pieces.push(piece));
    request.on('end', () => {
      got.push({ headers: request.headers, body: JSON.parse(Buffer.concat(pieces).toString('utf8')) });
      response.writeHead(status).end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(provider, 'listening');
  const { port } = provider.address() as AddressInfo;
  const sms = httpSms(`http://127.0.0.1:${port}/messages`, 'a token');
  const message = { to: '+436601234567', text: '123456 is your code', messageId: 'a-1' };
  await sms.send(message);
  expect(got[0]?.body).toEqual({ id: 'a-1', to: '+436601234567', text: '123456 is your code' });
  expect(got[0]?.headers).toMatchObject({ authorization: 'Bearer a token', 'idempotency-key': 'a-1' });
  status = 500;
  await expect(sms.send(message)).rejects.toThrow('the SMS provider answered 500');
  await expect(sms.send(message)).rejects.not.toThrow(/123456/u);
  await new Promise((resolve) => provider.close(resolve));
});
