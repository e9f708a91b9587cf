// Draws the furniture and fixtures of a storey in plan.
import type { Furniture } from '../../building/model.ts';
import type { Pen } from '../pen.ts';
import { BUILDING, stair } from './building.ts';
import { EQUIPMENT } from './equipment.ts';
import { FURNITURE } from './furniture.ts';
import { KITCHEN_AND_BATH } from './kitchen-and-bath.ts';
import { PARKING } from './parking.ts';
import type { Draw } from './symbol.ts';

const SYMBOLS: Record<string, Draw> = { ...FURNITURE, ...KITCHEN_AND_BATH, ...EQUIPMENT, ...PARKING, ...BUILDING };

export function drawFurniture(pen: Pen, item: Furniture): void {
  const draw = SYMBOLS[item.kind];
  if (item.kind.startsWith('stair-')) {
    const kind = item.kind.slice(6);
    pen.place(item.at, item.turn, () =>
      stair(pen, item.width, item.depth, kind === 'top' ? 'top' : kind === 'lowest' ? 'lowest' : 'middle'),
    );
    return;
  }
  if (!draw) throw new Error(`no symbol for ${item.kind}`);
  pen.place(item.at, item.turn, () => draw(pen, item.width, item.depth));
}
