// Which rule of the schema refused a statement.
import { DatabaseError } from 'pg';

/**
 * The name of the constraint that an error is about; undefined for other errors. If a table is spread over several servers,
 * each of its parts has the constraint under its name with a number.
 */
export const violatedConstraint = (error: unknown): string | undefined =>
  error instanceof DatabaseError ? error.constraint?.replace(/_\d{6,}$/u, '') : undefined;
