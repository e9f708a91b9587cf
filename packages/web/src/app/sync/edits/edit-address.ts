// Where an edit can be seen: its task or its pin.

import { isId, pinsAddress, taskAddress } from '../../../shared/navigation/addresses.ts';
import type { PageEdit } from './edits-page.ts';

/** Undefined for edits of other things, and for those that only the refused edit would have created. */
export function editAddress({ projectId, name, input, ...edit }: PageEdit): string | undefined {
  const { id, pinId } = (input ?? {}) as Record<string, unknown>;
  const isLost = 'code' in edit && name.endsWith('.create');
  const own = typeof id === 'string' && isId(id) && !isLost ? id : undefined;
  if (name.startsWith('task.') && own) return taskAddress(projectId, own);
  const pin = name.startsWith('pin.') ? own : typeof pinId === 'string' && isId(pinId) ? pinId : undefined;
  return pin && pinsAddress({ projectId, viewType: 'list', pinId: pin });
}
