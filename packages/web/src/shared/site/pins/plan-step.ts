// What someone can do next with the plans of a project that has no content yet. Pure.
import { type AccessRole, can } from '@plumbline/core/access/capabilities';

/**
 * Without a plan, the reader imports one or waits until an administrator has; otherwise plans are opened to add pins.
 * Undefined where the reader can do neither. `plans` is their number; undefined until they are read.
 */
export function planStep(role: AccessRole, plans: number | undefined): 'import' | 'wait' | 'open' | undefined {
  if (plans === 0 && can(role, 'plan.manage')) return 'import';
  if (!can(role, 'pin.create')) return undefined;
  return plans === 0 ? 'wait' : 'open';
}
