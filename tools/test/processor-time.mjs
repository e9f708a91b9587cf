// Processor time of finished child processes, which other programs on the machine affect less than the duration.
import { readFileSync } from 'node:fs';

/** The kernel counts in hundredths of a second. */
const TICKS = 100;

/**
 * The seconds that ended children of a process have used, with their own children.
 * @param {string} stat the content of /proc/PID/stat
 */
export function childSeconds(stat) {
  // The name of the program is in parentheses and may contain spaces; the fields after it begin with the third.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system] = [fields[13], fields[14]].map(Number);
  return ((user ?? 0) + (system ?? 0)) / TICKS;
}

/** Of this process; undefined where the system does not report it. */
export function ownChildSeconds() {
  try {
    return childSeconds(readFileSync('/proc/self/stat', 'utf8'));
  } catch {
    return undefined;
  }
}
