// The skeleton of a loading view: a panel with heading and text, a table of days, or columns of cards.
import { Skeleton } from './skeleton.tsx';

export function Waiting({ shape }: { shape: 'panel' | 'columns' | 'block' }) {
  if (shape === 'columns') {
    return (
      <div className="ui-waiting" data-shape="columns" aria-busy="true">
        {[3, 2, 1, 2, 1].map((cards, column) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the columns are never reordered
          <div key={column} className="ui-waiting-column">
            <Skeleton width="50%" />
            {Array.from({ length: cards }, (_, card) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the cards are never reordered
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
