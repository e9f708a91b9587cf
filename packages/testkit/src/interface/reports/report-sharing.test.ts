import { randomUUID } from 'node:crypto';
import {
  createReport,
  getReport,
  MAX_PREVIEW_PAGES,
  mailReport,
  shareReport,
  unshareReport,
} from '@plumbline/core/features/reports/contract';
import {
  changeReportShare,
  openSharedReport,
  reportShareLog,
  sharedReport,
  sharedReportPage,
} from '@plumbline/core/features/reports/sharing';
import { examplePin } from '@plumbline/core/testing/rows';
import { reportTasks } from '@plumbline/server/features/reports/make-report';
import { REPORT_TASK } from '@plumbline/server/features/reports/service';
import { mailReportTasks } from '@plumbline/server/features/reports/sharing/email-report';
import { REPORT_EMAIL_TASK } from '@plumbline/server/features/reports/sharing/share-link';
import type { Message } from '@plumbline/server/platform/mail/mail';
import type { Services } from '@plumbline/server/platform/services';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World, writeRows } from '../../actors.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
const pinId = randomUUID();

beforeAll(async () => {
  server = await startTestServer({ environment: { RETURNED_EMAIL_TOKEN: 'a-token-for-returned-emails' } });
  world = await createWorld(server);
  const createdBy = world.roles.administrator.userId;
  const pin = examplePin({ id: pinId, projectId: world.projectId, createdBy, number: 1, title: 'Crack' });
  await writeRows(server, world, (tx) => tx.put('pin', pin));
});
afterAll(() => server.close());

const context = () => ({
  attempt: 1,
  maxAttempts: 3,
  signal: new AbortController().signal,
  log: server.services.log,
});

/** A finished report of the contributor with a link. */
async function shared(format: 'pdf' | 'docx' = 'pdf') {
  const { caller } = world.roles.contributor;
  const reportId = randomUUID();
  const params = { projectId: world.projectId };
  const body = {
    id: reportId,
    title: 'Week 10',
    templateId: 'builtin:siteReport',
    format,
    language: 'en',
    pinIds: [pinId],
  };
  await caller.call(createReport, { params, body });
  const job = { organisationId: world.organisationId, reportId };
  await reportTasks(server.services)[REPORT_TASK]?.(job, context() as never);
  const one = { params: { ...params, reportId } };
  const { shareToken } = await caller.call(shareReport, one);
  if (shareToken === null) throw new Error('no link');
  const link = { token: shareToken };
  const open = (password?: string) =>
    world.nobody.send(openSharedReport, { params: link, body: password === undefined ? {} : { password } });
  const file = (grant?: string) => {
    // The log is ordered by time.
    server.clock.advance(1_000);
    return world.nobody.send(sharedReport, { params: link, query: { ...(grant && { grant }) } });
  };
  const page = (number: number, grant?: string) =>
    world.nobody.send(sharedReportPage, { params: { ...link, page: number }, query: { ...(grant && { grant }) } });
  const change = (change: { expiresAt?: string; password?: string | null }) =>
    caller.send(changeReportShare, { ...one, body: change });
  return { one, reportId, open, file, page, change, shareToken };
}

const later = (days: number) => new Date(server.clock.now().getTime() + days * 86_400_000).toISOString();
const log = async (one: Awaited<ReturnType<typeof shared>>['one']) =>
  (await world.roles.contributor.caller.call(reportShareLog, one)).entries.map(({ event }) => event);

test('a link shows the report behind it, and its first pages', async () => {
  const { open, page, file, one } = await shared();
  const { body } = await open();
  expect(body).toMatchObject({ report: { title: 'Week 10', format: 'pdf', createdByName: 'Carl Cerny' } });
  const { pages } = body as { pages: number };
  for (let number = 1; number <= MAX_PREVIEW_PAGES; number += 1)
    expect((await page(number)).status).toBe(number <= pages ? 200 : 404);
  expect(pages).toBeGreaterThan(0);
  expect(pages).toBeLessThan(MAX_PREVIEW_PAGES);
  const first = await page(1);
  expect(first.headers['content-type']).toBe('image/webp');
  expect((await page(1)).raw.equals(first.raw)).toBe(true);
  expect((await file()).status).toBe(200);
  expect(await log(one)).toEqual(['downloaded', 'opened']);
});

test('Word files are shared without page previews', async () => {
  const { open, page } = await shared('docx');
  expect((await open()).body).toMatchObject({ report: { format: 'docx' }, pages: 0 });
  expect((await page(1)).status).toBe(404);
});

test('a link with a password shows nothing without it', async () => {
  const { open, page, file, change, one } = await shared();
  expect((await change({ password: 'Lindenhof' })).body).toMatchObject({ shareProtected: true });
  expect((await open()).body).toEqual({ report: null, grant: '', pages: 0 });
  expect((await page(1)).status).toBe(404);
  expect(await file()).toMatchObject({ status: 302 });
  expect(await open('Lindenhoff')).toMatchObject({ status: 400, body: { code: 'wrong_password' } });
  const { body } = (await open('Lindenhof')) as { body: { grant: string } };
  expect((await page(1, body.grant)).status).toBe(200);
  expect((await file(body.grant)).status).toBe(200);
  expect((await file(`${body.grant}x`)).status).toBe(302);
  expect(await log(one)).toEqual(['downloaded', 'opened']);

  // A new password ends what the old one opened.
  await change({ password: 'Kastanienweg' });
  expect((await file(body.grant)).status).toBe(302);
  await change({ password: null });
  expect((await file()).status).toBe(200);
});

test('the button of an open page saves the file, and leads back to the page once the link has ended', async () => {
  const { one, shareToken } = await shared();
  const press = (download: boolean) =>
    world.nobody.send(
      sharedReport,
      { params: { token: shareToken }, query: { download: String(download) } },
      { accept: 'text/html,*/*;q=0.8' },
    );
  expect((await press(true)).headers['content-disposition']).toMatch(/^attachment;/u);
  expect((await press(false)).headers['content-disposition']).toMatch(/^inline;/u);
  await world.roles.contributor.caller.call(unshareReport, one);
  expect(await press(true)).toMatchObject({ status: 302, headers: { location: `/shared/${shareToken}` } });
});

test('access by password ends after an hour', async () => {
  const { open, file, change } = await shared();
  await change({ password: 'Lindenhof' });
  const { body } = (await open('Lindenhof')) as { body: { grant: string } };
  const [, mac = ''] = body.grant.split('.');
  expect((await file(`${server.clock.now().getTime() - 1}.${mac}`)).status).toBe(302);
  expect((await file(`${server.clock.now().getTime() + 9_999_999}.${mac}`)).status).toBe(302);
});

test('the number of password attempts is limited', async () => {
  const { open, change } = await shared();
  await change({ password: 'Lindenhof' });
  const statuses: number[] = [];
  for (let tries = 0; tries < 21; tries += 1) statuses.push((await open(`guess ${tries}`)).status);
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([400]));
  expect(statuses.at(-1)).toBe(429);
});

test('a link ends at the chosen time, which is at most a year ahead', async () => {
  const { open, change, one } = await shared();
  expect((await change({ expiresAt: later(2) })).body).toMatchObject({ shareExpiresAt: later(2) });
  for (const expiresAt of [later(-1), later(400)])
    expect(await change({ expiresAt })).toMatchObject({ status: 422, body: { fields: [{ path: 'expiresAt' }] } });
  expect((await open()).status).toBe(200);
  await server.database.root.query('UPDATE report SET share_expires_at = $2 WHERE id = $1', [
    one.params.reportId,
    later(-1),
  ]);
  expect(await open()).toMatchObject({ status: 410, body: { code: 'share_ended' } });
  expect(await change({ password: 'Lindenhof' })).toMatchObject({ status: 410 });
});

test('a new link after a revoked one has no password', async () => {
  const { open, change, one } = await shared();
  const { caller } = world.roles.contributor;
  await change({ password: 'Lindenhof' });
  await caller.call(unshareReport, one);
  expect((await open('Lindenhof')).status).toBe(410);
  expect(await caller.call(shareReport, one)).toMatchObject({ shareProtected: false });
});

test('only the author changes a link and sees its log', async () => {
  const { one } = await shared();
  const { caller } = world.roles.administrator;
  expect((await caller.send(changeReportShare, { ...one, body: { password: null } })).status).toBe(403);
  expect((await caller.send(reportShareLog, one)).status).toBe(403);
  expect(await caller.call(getReport, one)).toMatchObject({ shareToken: null, shareProtected: false });
});

test('an email with the link of a protected report does not carry its file', async () => {
  const { one, change, shareToken, reportId } = await shared();
  const sent: Message[] = [];
  const services: Services = {
    ...server.services,
    mail: { ...server.services.mail, send: async (message: Message) => void sent.push(message) },
  };
  const deliver = () =>
    mailReportTasks(services)[REPORT_EMAIL_TASK]?.(
      {
        organisationId: world.organisationId,
        reportId,
        to: 'ben@example.com',
        text: '',
        language: 'en',
        messageId: randomUUID(),
      },
      context() as never,
    );
  await deliver();
  await change({ password: 'Lindenhof' });
  await deliver();
  expect(sent.map(({ attachments }) => attachments?.length)).toEqual([1, 0]);
  expect(sent[1]?.text).toContain(`/shared/${shareToken}`);
  await world.roles.contributor.caller.call(mailReport, { ...one, body: { to: ['ben@example.com'], language: 'en' } });
});

describe('the delivery of a report by email', () => {
  type Refusal = Error | undefined;
  /** A mailed report, and a function that runs one attempt of its email. */
  async function mailed() {
    const { one, reportId } = await shared();
    const { caller, userId } = world.roles.contributor;
    await caller.call(mailReport, { ...one, body: { to: ['Ben@example.com'], language: 'en' } });
    const log = async () => (await caller.call(reportShareLog, one)).deliveries;
    const messageId = (await log())[0]?.id ?? '';
    const attempt = async (refusal: Refusal, number = 1) => {
      const send = () => (refusal ? Promise.reject(refusal) : Promise.resolve());
      const services: Services = { ...server.services, mail: { send } };
      const order = { organisationId: world.organisationId, reportId, to: 'ben@example.com', text: '', language: 'en' };
      const deliver = mailReportTasks(services)[REPORT_EMAIL_TASK];
      await deliver?.({ ...order, messageId }, { ...context(), attempt: number, maxAttempts: 12 } as never);
    };
    const notifications = async () => {
      const found = await server.database.root.query<{ kind: string; detail: unknown }>(
        'SELECT kind, detail FROM notification WHERE user_id = $1 AND source = $2',
        [userId, `report-delivery:${messageId}`],
      );
      return found.rows;
    };
    return { messageId, log, attempt, notifications };
  }
  const UNDELIVERED = { kind: 'reportUndelivered', detail: { title: 'Week 10', text: 'ben@example.com' } };
  const refusal = Object.assign(new Error('550 no such mailbox'), { code: 'EENVELOPE', responseCode: 550 });
  const unreachable = Object.assign(new Error('connect ETIMEDOUT'), { code: 'ETIMEDOUT' });

  test('is recorded for its author', async () => {
    const { log, attempt, notifications } = await mailed();
    expect(await log()).toMatchObject([{ address: 'ben@example.com', state: 'waiting' }]);
    await attempt(undefined);
    expect(await log()).toMatchObject([{ address: 'ben@example.com', state: 'sent' }]);
    expect(await notifications()).toEqual([]);
  });

  test('fails if the address is refused, and the author is notified', async () => {
    const { log, attempt, notifications } = await mailed();
    await attempt(refusal);
    expect(await log()).toMatchObject([{ state: 'failed' }]);
    expect(await notifications()).toEqual([UNDELIVERED]);
  });

  test('is retried while the server cannot be reached, and the author is notified of the last failure', async () => {
    const { log, attempt, notifications } = await mailed();
    await expect(attempt(unreachable, 11)).rejects.toThrow('ETIMEDOUT');
    expect([await log(), await notifications()]).toMatchObject([[{ state: 'waiting' }], []]);
    await expect(attempt(unreachable, 12)).rejects.toThrow('ETIMEDOUT');
    expect([await log(), await notifications()]).toMatchObject([[{ state: 'failed' }], [UNDELIVERED]]);
  });

  const TOKEN = 'a-token-for-returned-emails';
  const post = (payload: string, token = TOKEN, type = 'message/rfc822') =>
    server.app.inject({
      method: 'POST',
      url: '/api/reports/returned',
      headers: { 'content-type': type, authorization: `Bearer ${token}` },
      payload,
    });
  const returned = (messageId: string, action = 'failed') =>
    [
      'Content-Type: multipart/report; report-type=delivery-status; boundary=x',
      '',
      '--x',
      'Content-Type: message/delivery-status',
      '',
      'Final-Recipient: rfc822; ben@example.com',
      `Action: ${action}`,
      '',
      '--x',
      'Content-Type: message/rfc822',
      '',
      `Message-ID: <${messageId}@example.org>`,
      '--x--',
    ].join('\r\n');

  test('fails if the email is returned later, and the author is notified once', async () => {
    const { messageId, log, attempt, notifications } = await mailed();
    await attempt(undefined);
    expect((await post(returned(messageId, 'delayed'))).statusCode).toBe(204);
    expect((await post(returned(randomUUID()))).statusCode).toBe(204);
    expect(await log()).toMatchObject([{ state: 'sent' }]);
    for (const _ of ['first', 'again']) expect((await post(returned(messageId))).statusCode).toBe(204);
    expect([await log(), await notifications()]).toMatchObject([[{ state: 'failed' }], [UNDELIVERED]]);
    await attempt(undefined);
    expect(await log()).toMatchObject([{ state: 'failed' }]);
  });

  test('is not changed by return notices without the token', async () => {
    const { messageId, log } = await mailed();
    expect((await post(returned(messageId), 'another token')).statusCode).toBe(404);
    expect((await post(returned(messageId), TOKEN, 'text/html')).statusCode).toBe(415);
    expect(await log()).toMatchObject([{ state: 'waiting' }]);
  });
});
