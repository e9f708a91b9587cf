// The log of a process: JSON lines on the standard output, without secrets.
import { type Logger, pino } from 'pino';

/** The properties of errors that are logged. Others can hold connections with their keys, or the content of rows. */
const LOGGED = ['code', 'constraint', 'table', 'column', 'severity', 'syscall', 'path', 'address', 'port'] as const;

type LoggedError = { type: string; message: string; stack: string; cause?: LoggedError } & Record<string, unknown>;

/** An error as it is logged, with its causes. */
export function loggedError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const known = error as Error & Record<string, unknown>;
  const logged: LoggedError = { type: error.constructor.name, message: error.message, stack: error.stack ?? '' };
  for (const name of LOGGED) if (known[name] !== undefined) logged[name] = known[name];
  if (error.cause instanceof Error) logged.cause = loggedError(error.cause) as LoggedError;
  return logged;
}

/** `destination` receives the lines; the standard output by default. */
export const createLog = (level: string, destination?: { write(line: string): void }): Logger =>
  pino(
    {
      level,
      redact: ['req.headers.authorization', 'req.headers.cookie'],
      serializers: { err: loggedError },
    },
    ...(destination ? [destination] : []),
  );
