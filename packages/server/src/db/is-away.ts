// Tells a database that cannot be reached, or is stopping, or full, from a statement that is wrong.

/** Lost connections (also those the server ended because we slept with a transaction open), servers starting or stopping, no resources left, a lock that could not be had in time. */
const CODES = /^(08|25P03|25P04|57P|53|55P03|EPIPE|ECONN|ETIMEDOUT|EHOST|ENET|EAI_AGAIN)/u;

/** The driver has no code for a connection that broke in the middle or could not be had in time. */
const MESSAGES =
  /^(connection terminated|timeout exceeded when trying to connect|client has encountered a connection error)/iu;

/** Whether the same call may succeed once the database is back. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A socket that is not there; a file that is not there is something else.
  if (code === 'ENOENT') return syscall === 'connect';
  return code === undefined ? MESSAGES.test(error.message) : CODES.test(code);
}
