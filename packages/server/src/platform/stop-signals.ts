// Whoever stops the program may tell all its processes, by the terminal or a service manager. Those it has begun end with it, for it may
// still wait for them.
export const STOP_SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Called by a process that the program has begun. */
export function leaveStoppingToProgram(): void {
  for (const signal of STOP_SIGNALS) process.on(signal, () => {});
}
