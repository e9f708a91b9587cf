// The skeleton of a loading view: a panel with heading and text, a table of days, or columns of cards.

import { Stack } from '../layout/primitives.tsx';
import { Skeleton } from './skeleton.tsx';

export function Waiting({ shape }: { shape: 'panel' | 'columns' | 'block' }) {
  if (shape === 'columns') {
    return (
      <Stack
        gap={3}
        justify="start"
        pad="4 edge"
        fill
        clip
        className="ui-waiting"
        data-shape="columns"
        aria-busy="true"
      >
        {[3, 2, 1, 2, 1].map((cards, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns are never reordered
          <Stack key={column} gap={3} justify="start">
            <Skeleton width="50%" />
            {Array.from({ length: cards }, (_, card) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cards are never reordered
              <Skeleton key={card} shape="block" height="84px" />
            ))}
          </Stack>
        ))}
      </Stack>
    );
  }
  return (
    <Stack gap={3} justify="start" pad="4 edge" fill clip className="ui-waiting" data-shape={shape} aria-busy="true">
      <Skeleton width={shape === 'panel' ? '60%' : '30%'} />
      <Skeleton shape="block" height={shape === 'panel' ? '96px' : '480px'} />
      {shape === 'panel' && <Skeleton lines={4} />}
    </Stack>
  );
}
