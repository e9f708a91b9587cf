// Dragging projects and folders onto folders with the mouse. Everything it does can be done by menu and keyboard as well.
import { type DragEvent, type HTMLAttributes, useRef, useState } from 'react';
import { type ListRow, mayMove, placeOf } from '../list/list-rows.ts';

/** Our own kind, so that files and texts from elsewhere are no projects. */
const KIND = 'application/x-plumbline-projects';

type DragOptions = {
  rows: readonly ListRow[];
  chosen: ReadonlySet<string>;
  admin: boolean;
  /** What hangs on the pointer, such as "3 items". */
  labelOf: (rows: readonly ListRow[]) => string;
  onDrop: (rows: readonly ListRow[], folderId: string | null) => void;
};

export type Drag = {
  /** What is being dragged; empty while nothing is. */
  moving: readonly ListRow[];
  over: string | null | undefined;
  source: (row: ListRow) => HTMLAttributes<HTMLElement>;
  /** `null` is the top. */
  target: (folderId: string | null) => HTMLAttributes<HTMLElement>;
};

const NONE: readonly ListRow[] = [];

export function useDrag({ rows, chosen, admin, labelOf, onDrop }: DragOptions): Drag {
  const [moving, setMoving] = useState(NONE);
  const [over, setOver] = useState<string | null>();
  const image = useRef<HTMLElement>(undefined);
  const end = () => {
    image.current?.remove();
    setMoving(NONE);
    setOver(undefined);
  };

  const source = (row: ListRow): HTMLAttributes<HTMLElement> => ({
    draggable: mayMove(row, admin),
    onDragStart: (event: DragEvent<HTMLElement>) => {
      const together = chosen.has(row.id) ? rows.filter((one) => chosen.has(one.id)) : [row];
      const going = together.filter((one) => mayMove(one, admin));
      if (going.length === 0) return event.preventDefault();
      event.dataTransfer.setData(KIND, going.map((one) => one.id).join(' '));
      event.dataTransfer.effectAllowed = 'move';
      const chip = document.createElement('span');
      chip.className = 'drag-chip';
      chip.textContent = labelOf(going);
      document.body.append(chip);
      event.dataTransfer.setDragImage(chip, -12, -8);
      image.current = chip;
      // The browser takes its picture of the page after this turn.
      requestAnimationFrame(() => setMoving(going));
    },
    onDragEnd: end,
  });

  const target = (folderId: string | null): HTMLAttributes<HTMLElement> => {
    const takes = (event: DragEvent) =>
      event.dataTransfer.types.includes(KIND) &&
      moving.some((row) => placeOf(row) !== folderId) &&
      !moving.some((row) => row.id === folderId);
    return {
      onDragOver: (event: DragEvent<HTMLElement>) => {
        if (!takes(event)) return;
        event.preventDefault();
        event.dataTransfer.dropEffect = 'move';
        if (over !== folderId) setOver(folderId);
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        const to = event.relatedTarget;
        if (!(to instanceof Node && event.currentTarget.contains(to))) setOver(undefined);
      },
      onDrop: (event: DragEvent<HTMLElement>) => {
        if (!takes(event)) return;
        event.preventDefault();
        const going = moving;
        end();
        onDrop(going, folderId);
      },
    };
  };

  return { moving, over, source, target };
}
