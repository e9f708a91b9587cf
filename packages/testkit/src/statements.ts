// Records every statement the database driver sends, so that a test can ask PostgreSQL for its plan.
import pg from 'pg';

export type Statement = { text: string; values: unknown[] };

type Query = (this: unknown, ...args: unknown[]) => unknown;

/** Records the statements sent while `work` runs. */
export async function statementsOf(work: () => Promise<unknown>): Promise<Statement[]> {
  const noted: Statement[] = [];
  // The driver's method has a dozen signatures; only the text and the values matter here.
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const original = prototype.query;
  prototype.query = function (...args) {
    const [first, second] = args;
    if (typeof first === 'string') noted.push({ text: first, values: Array.isArray(second) ? [...second] : [] });
    else if (typeof first === 'object' && first !== null && 'text' in first) {
      const { text, values = [] } = first as { text: string; values?: unknown[] };
      // Copied: lists of values grow while further statements are built.
      noted.push({ text, values: [...values] });
    }
    return original.apply(this, args);
  };
  try {
    await work();
  } finally {
    prototype.query = original;
  }
  return noted;
}
