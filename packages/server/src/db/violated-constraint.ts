// Which rule of the schema refused a statement.
import { DatabaseError } from 'pg';

/** In tables that are spread over several servers, a constraint of each part is named with the part's number. */
const OF_A_PART = /\b(\w+)_\d{6,}\b/gu;

/**
 * The name of the constraint that an error is about; undefined for other errors. For a table that is spread over several
 * servers, it is in the message only, in any language, after the table's name.
 */
export function violatedConstraint(error: unknown): string | undefined {
  if (!(error instanceof DatabaseError) || !error.code?.startsWith('23')) return undefined;
  return error.constraint ?? [...error.message.matchAll(OF_A_PART)].at(-1)?.[1];
}
