// The shape of a part that is on its way: a panel with its head and text, a table of days, or columns with cards.
import { Skeleton } from './skeleton.tsx';

export function Waiting({ shape }: { shape: 'panel' | 'columns' | 'block' }) {
  if (shape === 'columns') {
    return (
      <div className="ui-waiting" data-shape="columns" aria-busy="true">
        {[3, 2, 1, 2, 1].map((cards, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns never move
          <div key={column} className="ui-waiting-column">
            <Skeleton width="50%" />
            {Array.from({ length: cards }, (_, card) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nor do the cards
              <Skeleton key={card} shape="block" height="84px" />
            ))}
          </div>
        ))}
      </div>
    );
  }
  return (
    <div className="ui-waiting" data-shape={shape} aria-busy="true">
      <Skeleton width={shape === 'panel' ? '60%' : '30%'} />
      <Skeleton shape="block" height={shape === 'panel' ? '96px' : '60%'} />
      {shape === 'panel' && <Skeleton lines={4} />}
    </div>
  );
}
