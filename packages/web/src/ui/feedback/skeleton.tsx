// The shape of what comes. Hidden from screen readers: the region around it says that it is busy.
import './skeleton.css';

export type SkeletonProps = {
  /** `text`: lines; `block`: a picture or panel; `round`: an avatar. */
  shape?: 'text' | 'block' | 'round' | undefined;
  lines?: number | undefined;
  width?: string | undefined;
  height?: string | undefined;
};

const WIDTHS = ['92%', '78%', '85%', '64%'];

export function Skeleton({ shape = 'text', lines = 1, width, height }: SkeletonProps) {
  if (shape !== 'text')
    return <span className="ui-skeleton" data-shape={shape} style={{ width, height }} aria-hidden="true" />;
  return (
    <span className="ui-skeleton-lines" aria-hidden="true">
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are all alike and never move
        <span key={line} className="ui-skeleton" data-shape="text" style={{ width: width ?? WIDTHS[line % 4] }} />
      ))}
    </span>
  );
}
