// Editor state of a board, with the style of new marks; style changes while a mark is selected apply to that mark.
import type { Mark, MarkColour } from '@plumbline/core/site/values/sketch';
import { useState } from 'react';
import { type Board, commit, moved, newBoard, type Point, redo, replaced, undo } from './board.ts';
import type { SketchBackground } from './paint.ts';
import { sizesOf, type Tool, type Weight } from './tools.ts';

function coloured(mark: Mark, colour: MarkColour): Mark {
  return mark.kind === 'blur' ? mark : { ...mark, colour };
}

function weighted(mark: Mark, { width, size }: { width: number; size: number }): Mark {
  if (mark.kind === 'text' || mark.kind === 'number') return { ...mark, size };
  if (mark.kind === 'rectangle' || mark.kind === 'ellipse') return { ...mark, stroke: width };
  return mark.kind === 'blur' ? mark : { ...mark, width };
}

/** The initial tool and weight. */
type First = { tool: Tool; weight: Weight };
const DEFAULT_TOOL: First = { tool: 'arrow', weight: 'medium' };

export function useBoard(ground: SketchBackground, marks: readonly Mark[], first = DEFAULT_TOOL) {
  const [board, setBoard] = useState<Board>(() => newBoard(marks));
  const [tool, setTool] = useState<Tool>(first.tool);
  const [colour, setColour] = useState<MarkColour>('red');
  const [weight, setWeight] = useState<Weight>(first.weight);
  const selected = board.marks.find((mark) => mark.id === board.selected);

  const change = (next: Mark) => setBoard((now) => commit(now, replaced(now.marks, next)));
  return {
    board,
    tool,
    colour,
    weight,
    selected,
    sizes: sizesOf(weight, ground),
    choose: (next: Tool) => {
      setTool(next);
      if (next !== 'select') setBoard((now) => ({ ...now, selected: null }));
    },
    paintIn: (next: MarkColour) => {
      setColour(next);
      if (selected) change(coloured(selected, next));
    },
    weigh: (next: Weight) => {
      setWeight(next);
      if (selected) change(weighted(selected, sizesOf(next, ground)));
    },
    select: (id: string | null) => setBoard((now) => ({ ...now, selected: id })),
    add: (mark: Mark, isSelected = false) =>
      setBoard((now) => commit(now, [...now.marks, mark], isSelected ? mark.id : null)),
    change,
    /** Changes a text while it is typed: one undo step reverts the whole text. */
    reword: (id: string, text: string) =>
      setBoard((now) => ({
        ...now,
        marks: now.marks.map((mark) => (mark.id === id && mark.kind === 'text' ? { ...mark, text } : mark)),
      })),
    move: (by: Point) => {
      if (selected) change(moved(selected, by));
    },
    remove: () =>
      setBoard((now) =>
        commit(
          now,
          now.marks.filter((mark) => mark.id !== now.selected),
          null,
        ),
      ),
    undo: () => setBoard(undo),
    redo: () => setBoard(redo),
  };
}

export type BoardState = ReturnType<typeof useBoard>;
