// Drag and drop of projects and folders onto folders, by mouse. Everything it does is also available by menu and
// keyboard.
import { type DragEvent, type HTMLAttributes, useRef, useState } from 'react';
import { type ListRow, mayMove, placeOf } from '../list/list-rows.ts';

/** A private type, so that dropped files and text are not mistaken for projects. */
const KIND = 'application/x-plumbline-projects';

type DragOptions = {
  rows: readonly ListRow[];
  chosen: ReadonlySet<string>;
  admin: boolean;
  /** Label of the drag image, such as "3 items". */
  labelOf: (rows: readonly ListRow[]) => string;
  onDrop: (rows: readonly ListRow[], folderId: string | null) => void;
};

export type Drag = {
  /** The rows being dragged; empty otherwise. */
  moving: readonly ListRow[];
  over: string | null | undefined;
  source: (row: ListRow) => HTMLAttributes<HTMLElement>;
  /** `null` is the top level. */
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
      // The browser captures the drag image after this task.
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
