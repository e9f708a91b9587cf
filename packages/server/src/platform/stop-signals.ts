// A terminal or service manager may send stop signals to all processes of the program. Child processes ignore them and
// end with their parent, which may still be waiting for their results.
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Called in child processes; makes them ignore stop signals. */
export function ignoreStopSignals(): void {
  for (const signal of STOP_SIGNALS) process.on(signal, () => {});
}
