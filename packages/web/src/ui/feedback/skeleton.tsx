// A placeholder in the shape of the loading content. Lines announce loading to screen readers; a single shape is part
// of something larger.

import { Text } from '../layout/primitives.tsx';
import { useT } from '../translation.tsx';
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
  const t = useT();
  if (shape !== 'text')
    return <span className="ui-skeleton" data-shape={shape} style={{ width, height }} aria-hidden="true" />;
  return (
    <Text block className="ui-skeleton-lines" aria-busy="true">
      {lines > 1 && <span className="ui-hidden">{t('ui.loading')}</span>}
      {Array.from({ length: lines }, (_, line) => (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines are identical and never reordered
          key={line}
          className="ui-skeleton"
          data-shape="text"
          style={{ width: width ?? WIDTHS[line % 4] }}
          aria-hidden="true"
        />
      ))}
    </Text>
  );
}
