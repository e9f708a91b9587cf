// Generates inputs for a declared endpoint: first what its schema allows, then with one part made invalid.
import fc from 'fast-check';
import { z } from 'zod';

type Schema = {
  type?: string | string[];
  format?: string;
  pattern?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
};

/** Values that tend to break programs, of any type. */
export const POISON: readonly unknown[] = [
  null,
  true,
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udc00\ud800',
  'gpj.\u202eexe',
  `e${'\u0301'.repeat(10_000)}`,
  '\uffff',
  'x'.repeat(50_000),
  "'; DROP TABLE pin; --",
  '{{constructor}}',
  '../../etc/passwd',
  '00000000-0000-0000-0000-000000000000',
  'not-a-uuid',
  '2026-02-30',
  '9999-99-99',
  '+275760-09-13T00:00:00.001Z',
  -1,
  0,
  1.5,
  2 ** 31,
  2 ** 53,
  -(2 ** 63),
  1e308,
  Number.MIN_VALUE,
  [],
  {},
  [[]],
  [null],
  { length: -1 },
  { toString: 'x', valueOf: 1 },
];

const text = ({ minLength = 0, maxLength = 20 }: Schema): fc.Arbitrary<string> =>
  fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 40)) });

function string(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.format === 'uuid') return fc.uuid();
  if (schema.format === 'email') return fc.constantFrom('a.b@example.org', 'ada@example.org');
  if (schema.format === 'date') return fc.constantFrom('2026-03-02', '2024-02-29', '0001-01-01', '9999-12-31');
  if (schema.format === 'date-time') return fc.constantFrom('2026-03-02T09:00:00.000Z', '1970-01-01T00:00:00Z');
  if (schema.pattern === '^[a-z]{2}$') return fc.constantFrom('de', 'en', 'xx');
  return text(schema);
}

/** Generates values of a JSON schema as zod writes it. */
export function valuesOf(schema: Schema, depth = 0): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return fc.oneof(...choices.map((choice) => valuesOf(choice, depth + 1)));
  const { minimum = -1_000, maximum = 1_000_000 } = schema;
  switch (schema.type) {
    case 'object': {
      const properties = Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valuesOf(one, depth + 1)]);
      const shape: Record<string, fc.Arbitrary<unknown>> = Object.fromEntries(properties);
      return fc.record(shape, { requiredKeys: schema.required ?? [] });
    }
    case 'array': {
      const least = schema.minItems ?? 0;
      return fc.array(valuesOf(schema.items ?? {}, depth + 1), { minLength: least, maxLength: Math.max(least, 3) });
    }
    case 'string':
      return string(schema);
    case 'integer':
      return fc.integer({ min: Math.max(minimum, -(2 ** 31)), max: Math.min(maximum, 2 ** 31 - 1) });
    case 'number':
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    default:
      return depth > 4 ? fc.constant(null) : fc.jsonValue({ maxDepth: 2 });
  }
}

export const inputOf = (schema: z.ZodType): fc.Arbitrary<unknown> =>
  valuesOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema);

/** The keys and indexes that lead to a value. */
export type JsonPath = readonly (string | number)[];

/** The path of every value within a value. */
export function placesIn(value: unknown, way: JsonPath = []): JsonPath[] {
  if (Array.isArray(value)) return [way, ...value.flatMap((one, at) => placesIn(one, [...way, at]))];
  if (typeof value !== 'object' || value === null) return [way];
  return [way, ...Object.entries(value).flatMap(([name, one]) => placesIn(one, [...way, name]))];
}

export function replaced(value: unknown, [step, ...rest]: JsonPath, by: unknown): unknown {
  if (step === undefined) return by;
  if (Array.isArray(value)) return value.map((one, at) => (at === step ? replaced(one, rest, by) : one));
  return { ...(value as object), [step]: replaced((value as Record<string, unknown>)[step], rest, by) };
}

/** The value with one part replaced by poison, or with an unexpected field added. */
export function spoiled(value: unknown): fc.Arbitrary<unknown> {
  const all = placesIn(value);
  return fc
    .record({ way: fc.constantFrom(...all), poison: fc.constantFrom(...POISON), added: fc.boolean() })
    .map(({ way, poison, added }) =>
      added && typeof value === 'object' && value !== null && !Array.isArray(value)
        ? { ...value, organisationId: poison }
        : replaced(value, way, poison),
    );
}
