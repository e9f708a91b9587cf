import { type Pen, W } from '../pen.ts';
import { keyPlan, scaleBar } from './key-plan.ts';
import { BOTTOM, type Frame, LEFT, RIGHT, TOP } from './layout.ts';
import { legend, notes, revisionTable } from './lists.ts';
import { titleBlock } from './title-block.ts';

function gridReferences(pen: Pen): void {
  pen.box(LEFT - 5, TOP - 5, RIGHT + 5, BOTTOM + 5, { width: W.thin });
  pen.box(LEFT, TOP, RIGHT, BOTTOM, { width: W.heavy });
  const columns = 16;
  const rows = 12;
  for (let i = 0; i < columns; i++) {
    const x = LEFT + ((RIGHT - LEFT) * i) / columns;
    const middle = x + (RIGHT - LEFT) / columns / 2;
    for (const y of [TOP - 5, BOTTOM]) {
      if (i > 0) pen.line([x, y], [x, y + 5], { width: W.fine });
      pen.text(String(i + 1), [middle, y + 3.5], { size: 2, align: 'centre' });
    }
  }
  for (let j = 0; j < rows; j++) {
    const y = TOP + ((BOTTOM - TOP) * j) / rows;
    const middle = y + (BOTTOM - TOP) / rows / 2;
    const letter = 'ABCDEFGHJKLM'[j] ?? '';
    for (const x of [LEFT - 5, RIGHT]) {
      if (j > 0) pen.line([x, y], [x + 5, y], { width: W.fine });
      pen.text(letter, [x + 2.5, middle + 1], { size: 2, align: 'centre' });
    }
  }
}

export function drawFrame(pen: Pen, frame: Frame): void {
  gridReferences(pen);
  titleBlock(pen, frame);
  revisionTable(pen, frame);
  notes(pen, frame);
  legend(pen, frame);
  keyPlan(pen, frame);
  scaleBar(pen, frame);
}
