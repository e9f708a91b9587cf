// Distinguishes a database that is unreachable, stopping or out of resources from a statement that is wrong.

/** Lost connections (including those the server closed for idling in a transaction), servers that start or stop, exhausted resources, lock timeouts. */
const CODES = /^(08|25P03|25P04|57P|53|55P03|EPIPE|ECONN|ETIMEDOUT|EHOST|ENET|EAI_AGAIN)/u;

/** The driver has no code for a connection that broke while in use or could not be opened in time. */
const MESSAGES =
  /^(connection terminated|timeout exceeded when trying to connect|client has encountered a connection error)/iu;

/** Whether the same call may succeed once the database is reachable again. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as NodeJS.ErrnoException;
  // A missing socket; a missing file is another problem.
  if (code === 'ENOENT') return syscall === 'connect';
  return code === undefined ? MESSAGES.test(error.message) : CODES.test(code);
}
