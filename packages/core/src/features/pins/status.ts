// The status machine of pins.
import type { PinStatus } from '../../site/rows/pins.ts';

type Move = { from: readonly PinStatus[]; to: PinStatus };

export const PIN_MOVES = {
  close: { from: ['open'], to: 'closed' },
  deactivate: { from: ['open', 'closed'], to: 'inactive' },
  reopen: { from: ['closed', 'inactive'], to: 'open' },
} as const satisfies Record<string, Move>;

export type PinMove = keyof typeof PIN_MOVES;
export const PIN_MOVE_NAMES = Object.keys(PIN_MOVES) as PinMove[];

export function pinMovesFrom(status: PinStatus): PinMove[] {
  return PIN_MOVE_NAMES.filter((move) => (PIN_MOVES[move].from as readonly PinStatus[]).includes(status));
}
