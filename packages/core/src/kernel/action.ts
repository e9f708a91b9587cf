// Actions: what users do to site content, written once and run on every store.
import type { z } from 'zod';
import type { Capability } from '../access/capabilities.ts';
import { AppError, type FieldOutcome, type FieldProblem } from './errors.ts';

export type Action<Store, Who, Input extends z.ZodType = z.ZodType> = {
  /** Wire name, `<entity>.<verb>`. Never renamed: devices that slept for weeks still send it. */
  name: string;
  input: Input;
  /** The capability the actor needs in any scope; the body checks the scope on the row it touches. */
  needs: Capability;
  run(tx: Store, actor: Who, input: z.output<Input>): Promise<void>;
};

const OUTCOMES: Record<string, FieldOutcome> = {
  invalid_type: 'NOT_VALID',
  invalid_format: 'NOT_VALID',
  invalid_value: 'NOT_VALID',
  unrecognized_keys: 'UNKNOWN',
};

/** What own checks (`refine`) may say by their message. */
const OWN: readonly FieldOutcome[] = ['NOT_VALID', 'BEFORE_START', 'ALREADY_IN_USE', 'EMPTY', 'UNKNOWN'];

type Issue = z.core.$ZodIssue;

function outcomeOf(issue: Issue): FieldOutcome {
  const text = 'origin' in issue && (issue.origin === 'string' || issue.origin === 'array');
  if (issue.code === 'too_small') return text ? (issue.minimum === 1 ? 'REQUIRED' : 'TOO_SHORT') : 'TOO_SMALL';
  if (issue.code === 'too_big') return text ? 'TOO_LONG' : 'TOO_BIG';
  if (issue.code === 'invalid_type' && issue.input === undefined) return 'REQUIRED';
  const own = OWN.find((outcome) => issue.code === 'custom' && outcome === issue.message);
  return own ?? OUTCOMES[issue.code] ?? 'NOT_VALID';
}

/** The problems of a refused input, one a field, as outcome codes. */
export function fieldProblems(error: z.core.$ZodError): FieldProblem[] {
  return error.issues.flatMap((issue) => {
    const outcome = outcomeOf(issue);
    if (issue.code !== 'unrecognized_keys') return [{ path: issue.path.join('.'), outcome }];
    return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), outcome }));
  });
}

/** Reads an input by its schema. Throws `invalid_input` with a problem per field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (!result.success) throw new AppError('invalid_input', { fields: fieldProblems(result.error) });
  return result.data;
}
