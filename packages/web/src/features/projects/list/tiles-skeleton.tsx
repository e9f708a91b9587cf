// Skeleton of the project list during the first load.

import { Box, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

const PLACEHOLDERS = ['a', 'b', 'c', 'd', 'e', 'f'];

export function TilesSkeleton() {
  const t = useT();
  return (
    <ul className="project-tiles" aria-busy="true" aria-label={t('ui.loading')}>
      {PLACEHOLDERS.map((key) => (
        <li key={key} className="project-tile" data-waiting="">
          <Box as="span" anchor block clip line="below" surface="brand-soft" className="project-picture" />
          <Stack as="span" column gap={0.5} shrink grow pad="3 4" className="project-words">
            <span className="ui-skeleton" data-shape="text" />
            <span className="ui-skeleton" data-shape="text" />
          </Stack>
        </li>
      ))}
    </ul>
  );
}
