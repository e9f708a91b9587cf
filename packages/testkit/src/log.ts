// A log for tests: prints nothing and keeps warnings and errors, so that a test can check that there were none.
import type { Services } from '@plumbline/server/platform/services';

export type LogEntry = { level: 'warn' | 'error' | 'fatal'; details: unknown; message: string };

export function recordingLog(): { log: Services['log']; kept: LogEntry[] } {
  const kept: LogEntry[] = [];
  const keep =
    (level: LogEntry['level']) =>
    (details: unknown, message = ''): void =>
      void kept.push({ level, details, message });
  const silent = (): void => {};
  const log = {
    level: 'warn',
    fatal: keep('fatal'),
    error: keep('error'),
    warn: keep('warn'),
    info: silent,
    debug: silent,
    trace: silent,
    silent,
    child: () => log,
  };
  // As much of the real log as the program uses.
  return { log: log as unknown as Services['log'], kept };
}
