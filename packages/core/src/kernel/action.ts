// Actions: the operations users perform on site content, written once and run on every store.
import type { z } from 'zod';
import type { Capability } from '../access/capabilities.ts';
import { AppError, type FieldOutcome, type FieldProblem } from './errors.ts';

export type Action<Store, Who, Input extends z.ZodType = z.ZodType> = {
  /** Wire name, `<entity>.<verb>`. Never renamed: devices that were offline for weeks still send it. */
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

/** The outcome codes that custom checks (`refine`) may return as their message. */
const OWN: readonly FieldOutcome[] = ['NOT_VALID', 'BEFORE_START', 'ALREADY_IN_USE', 'EMPTY', 'UNKNOWN'];

type Issue = z.core.$ZodIssue;

/** Where the schema does not report the input, a wrong type is treated as a missing value. */
function isMissing(issue: Issue): boolean {
  if (issue.input !== undefined) return false;
  if (issue.code === 'invalid_type') return true;
  return 'input' in issue && (issue.code === 'invalid_value' || issue.code === 'invalid_union');
}

function outcomeOf(issue: Issue): FieldOutcome {
  const text = 'origin' in issue && (issue.origin === 'string' || issue.origin === 'array');
  if (issue.code === 'too_small') return text ? (issue.minimum === 1 ? 'REQUIRED' : 'TOO_SHORT') : 'TOO_SMALL';
  if (issue.code === 'too_big') return text ? 'TOO_LONG' : 'TOO_BIG';
  if (isMissing(issue)) return 'REQUIRED';
  const own = OWN.find((outcome) => issue.code === 'custom' && outcome === issue.message);
  return own ?? OUTCOMES[issue.code] ?? 'NOT_VALID';
}

/** Maximum number of field problems reported per request. */
const MAX_FIELD_PROBLEMS = 200;

/** The problems of a refused input as outcome codes, at most one per field. */
export function fieldProblems(error: z.core.$ZodError): FieldProblem[] {
  const problems = error.issues.slice(0, MAX_FIELD_PROBLEMS).flatMap((issue) => {
    const outcome = outcomeOf(issue);
    if (issue.code !== 'unrecognized_keys') return [{ path: issue.path.join('.'), outcome }];
    return issue.keys.slice(0, MAX_FIELD_PROBLEMS).map((key) => ({ path: [...issue.path, key].join('.'), outcome }));
  });
  const first = new Map(problems.toReversed().map((problem) => [problem.path, problem]));
  return problems.filter((problem) => first.get(problem.path) === problem).slice(0, MAX_FIELD_PROBLEMS);
}

/** Parses an input with its schema. Throws `invalid_input` with one problem per field. */
export function parseInput<S extends z.ZodType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input, { reportInput: true });
  if (!result.success) throw new AppError('invalid_input', { fields: fieldProblems(result.error) });
  return result.data;
}
