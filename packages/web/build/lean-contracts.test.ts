import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { withoutSchemas } from './lean-contracts.ts';

const PACKAGES = fileURLToPath(new URL('../../', import.meta.url));

const sources = (folder: string) =>
  globSync(`${folder}/src/**/*.{ts,tsx}`, { cwd: PACKAGES })
    .filter((file) => !file.includes('.test.'))
    .map((file) => ({ file, code: readFileSync(`${PACKAGES}${file}`, 'utf8') }));

it('keeps only the parts of an endpoint that a call needs', () => {
  const lean = withoutSchemas(
    `export const readThing = endpoint({
  name: 'readThing',
  summary: 'Reads a thing',
  method: 'GET',
  path: \`\${BASE}/:id\`,
  guard,
  ...others,
  params: z.strictObject({ id }),
  query: z.strictObject({ ...paging }),
  body: one(z.string()),
  reply: thing,
});`,
    'contract.ts',
  );
  expect(lean).toBe(
    `export const readThing = /*#__PURE__*/ (() => (endpoint({ name: 'readThing', method: 'GET', path: \`\${BASE}/:id\`, guard, ...others })))();`,
  );
});

it('marks expressions that create a constant as pure, and nothing else', () => {
  const code = `import { z } from 'zod';
export const MOST = 5;
export const KINDS = ['a', 'b'];
export const row = z.strictObject({ ...base.shape });
const all = { row: row.optional() };
export function check(value) {
  const read = row.safeParse(value);
  return read;
}
`;
  expect(withoutSchemas(code, 'rows.ts')).toBe(
    code
      .replace('z.strictObject({ ...base.shape })', '/*#__PURE__*/ (() => (z.strictObject({ ...base.shape })))()')
      .replace('{ row: row.optional() }', '/*#__PURE__*/ (() => ({ row: row.optional() }))()'),
  );
  expect(withoutSchemas("export const KINDS = ['a'];", 'kinds.ts')).toBeUndefined();
});

// It would be undefined in the browser, and only there.
it('removes no schema that other code reads', () => {
  const contracts = sources('core');
  const names = contracts.flatMap(({ code }) =>
    [...code.matchAll(/const (\w+) = (?:endpoint|importEndpoints)\(/gu)].map(([, name]) => name),
  );
  expect(names.length).toBeGreaterThan(200);
  const read = new RegExp(
    `(?<!typeof )\\b(?:${names.join('|')})(?:\\.\\w+)?\\.(?:summary|params|query|body|reply)\\b|` +
      `[{,] (?:summary|params|query|body|reply)\\b[^{}]*\\} = (?:${names.join('|')})\\b`,
    'gu',
  );
  const found = [...contracts, ...sources('web')].flatMap(({ file, code }) =>
    [...(withoutSchemas(code, file) ?? code).matchAll(read)].map(([text]) => `${file}: ${text}`),
  );
  expect(found).toEqual([]);
});
