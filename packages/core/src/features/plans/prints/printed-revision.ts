// Codes on printed plans: whether the printed revision is still the current one, and the way to the current one.
import { z } from 'zod';
import { endpoint } from '../../../kernel/endpoint.ts';
import { id } from '../../../kernel/text.ts';

/** 128 bits in 22 digits of 6 bits: the first one has two. */
const CODE = /^[A-D][\w-]{21}$/u;

const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const LENGTH = 22;

/** The id of a revision in 22 characters, so that the printed code stays coarse enough to scan. */
export function revisionCode(revisionId: string): string {
  let rest = BigInt(`0x${revisionId.replaceAll('-', '')}`);
  let code = '';
  while (code.length < LENGTH) {
    code = DIGITS.charAt(Number(rest % 64n)) + code;
    rest /= 64n;
  }
  return code;
}

/** The id that a code was made from. */
export function revisionOfCode(code: string): string {
  const number = [...code].reduce((sum, digit) => sum * 64n + BigInt(DIGITS.indexOf(digit)), 0n);
  const hex = number.toString(16).padStart(32, '0');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/u, '$1-$2-$3-$4-$5');
}

/** What a printed code contains. `publicUrl` has no slash at its end. */
export const revisionAddress = (publicUrl: string, revisionId: string): string =>
  `${publicUrl}/print/${revisionCode(revisionId)}`;

export const PRINTED_STATES = ['current', 'outdated'] as const;

const params = z.strictObject({ code: z.string().regex(CODE) });

export const getPrintedRevision = endpoint({
  name: 'getPrintedRevision',
  summary: 'Checks whether the revision with this printed code is the current one; reveals nothing else',
  method: 'GET',
  path: '/api/plans-api/printed/:code',
  guard: { kind: 'public' },
  params,
  reply: z.strictObject({ state: z.enum(PRINTED_STATES) }),
});

export const openPrintedRevision = endpoint({
  name: 'openPrintedRevision',
  summary: 'Finds the plan of a printed code for those who may see it',
  method: 'GET',
  path: '/api/plans-api/printed/:code/plan',
  guard: { kind: 'user' },
  site: true,
  params,
  reply: z.strictObject({ projectId: id, planId: id }),
});
