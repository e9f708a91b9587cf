// Every text that a person can enter, in every endpoint and action: what no field may accept, and what each must keep.
import { ACTIONS } from '@plumbline/core/sync/registry';
import { afterAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { startTestServer } from '../../server.ts';

const server = await startTestServer();
afterAll(() => server.close());

type Field = { name: string; schema: z.ZodType };

/** The string schemas within a schema, with the path of each. */
function stringsIn(schema: z.core.$ZodType, path: string, seen: ReadonlySet<unknown> = new Set()): Field[] {
  if (seen.has(schema)) return [];
  const around = new Set([...seen, schema]);
  const within = (one: z.core.$ZodType, step = '') => stringsIn(one, path + step, around);
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return [{ name: path, schema: schema as z.ZodType }];
    case 'object':
      return Object.entries(def.shape).flatMap(([key, one]) => within(one, `.${key}`));
    case 'array':
      return within(def.element, '[]');
    case 'record':
      return [...within(def.keyType, '{key}'), ...within(def.valueType, '{}')];
    case 'tuple':
      return def.items.flatMap((one, at) => within(one, `[${at}]`));
    case 'union':
      return def.options.flatMap((one) => within(one));
    case 'intersection':
      return [...within(def.left), ...within(def.right)];
    case 'pipe':
      return [...within(def.in), ...within(def.out)];
    case 'lazy':
      return within(def.getter());
    case 'optional':
    case 'nullable':
    case 'default':
    case 'prefault':
    case 'nonoptional':
    case 'readonly':
    case 'catch':
      return within(def.innerType);
    default:
      return [];
  }
}

const inputs: readonly (readonly [string, z.core.$ZodType | undefined])[] = [
  ...server.served.endpoints.flatMap(({ name, body, query, params }) => [
    [`${name} body`, body] as const,
    [`${name} query`, query] as const,
    [`${name} params`, params] as const,
  ]),
  ...[...ACTIONS].map(([name, { input }]) => [name, input] as const),
];
const strings = inputs.flatMap(([name, schema]) => (schema ? stringsIn(schema, name) : []));

const accepts = ({ schema }: Field, value: unknown): boolean => schema.safeParse(value).success;
/** Fields for words, as opposed to ids, dates, codes and email addresses. */
const texts = strings.filter((field) => ['Wand', 'Wand 3', 'Wand drei'].every((one) => accepts(field, one)));

test('there are text fields in endpoints and in actions', () => {
  expect(texts.length).toBeGreaterThan(150);
  expect(texts.some(({ name }) => name.startsWith('pin.'))).toBe(true);
});

/** Compared or checked as a whole and never stored as they are: passwords, tokens, certificates, addresses to return to. */
const OPAQUE =
  /\.(?:username|password|newPassword|code|refresh_token|certificate|metadata|from|return_to|returnTo|grant)$|^sync(?:Push|Pull) /u;

const CONTROL = ['\u0000', '\u0007', '\u001b', '\u007f', '\uffff'];

const accepting = (values: readonly unknown[]): string[] =>
  strings.filter((field) => values.some((value) => accepts(field, value))).map(({ name }) => name);

test.each([
  ['control characters', CONTROL.map((one) => `a${one}b`)],
  ['half of a surrogate pair', ['a\ud800', '\udc00b']],
])('no text field accepts %s', (_, values) => {
  expect(accepting(values).filter((name) => !OPAQUE.test(name))).toEqual([]);
});

test.each([
  ['more than any field holds', ['x'.repeat(1_100_000)]],
  ['another type', [7, true, null, ['a'], { text: 'a' }]],
])('no field accepts %s', (_, values) => {
  expect(accepting(values)).toEqual([]);
});

test('every text field keeps right-to-left text and joined characters', () => {
  for (const written of ['جدار ٣', 'קיר \u200f3', '👷🏽‍♀️ é'])
    expect(texts.filter(({ schema }) => schema.safeParse(written).data !== written).map(({ name }) => name)).toEqual(
      [],
    );
});
