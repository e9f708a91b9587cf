import { expect, test } from 'vitest';
import { createLog } from './log.ts';

function linesOf(details: object): { text: string; line: Record<string, unknown> } {
  let text = '';
  createLog('info', { write: (line) => (text += line) }).warn(details, 'what happened');
  return { text, line: JSON.parse(text) as Record<string, unknown> };
}

test('a lost database connection is logged without its keys and address', () => {
  // pg attaches the client to the error that its pool emits.
  const client = { processID: 4_711, secretKey: 815_815, user: 'owner-login', host: 'db.intranet' };
  const error = Object.assign(new Error('terminating connection'), { code: '57P01', client });
  const { text, line } = linesOf({ err: error });
  expect(line).toMatchObject({ msg: 'what happened', err: { message: 'terminating connection', code: '57P01' } });
  for (const secret of ['4711', '815815', 'owner-login', 'db.intranet']) expect(text).not.toContain(secret);
});

test('an error is logged with its cause, but without the content of rows', () => {
  const refused = Object.assign(new Error('duplicate key value violates unique constraint "app_user_email_key"'), {
    constraint: 'app_user_email_key',
    detail: 'Key (email)=(anna@example.org) already exists.',
  });
  const { text, line } = linesOf({ err: new Error('not saved', { cause: refused }), incident: 'i1' });
  expect(line).toMatchObject({
    incident: 'i1',
    err: { message: 'not saved', cause: { constraint: refused.constraint } },
  });
  expect(text).not.toContain('anna@example.org');
});
