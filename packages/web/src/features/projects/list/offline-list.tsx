// What can be opened offline: the projects stored completely on this device.
import type { ProjectRow } from '@plumbline/core/site/rows/projects';
import { Link } from 'react-aria-components';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { DeviceIcon, RetryIcon } from '../../../ui/icons.tsx';
import { Box, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ProjectCover } from './project-cover.tsx';
import { OfflineMark } from './star.tsx';

type OfflineListProps = { projects: readonly ProjectRow[]; search: string; onRetry: () => void };

export function OfflineList({ projects, search, onRetry }: OfflineListProps) {
  const t = useT();
  const order = new Intl.Collator(t.locale, { numeric: true });
  const text = search.toLocaleLowerCase();
  const shown = projects
    .filter((project) => project.active && project.title.toLocaleLowerCase().includes(text))
    .sort((a, b) => order.compare(a.title, b.title));
  const again = (
    <Button icon={RetryIcon} onPress={onRetry}>
      {t('ui.tryAgain')}
    </Button>
  );
  if (shown.length === 0) {
    return (
      <EmptyState icon={DeviceIcon} title={t('ui.errorNetwork')} role="alert" action={again}>
        {t('project.noneHeld')}
      </EmptyState>
    );
  }
  return (
    <div className="held-list">
      <Notice kind="offline" actions={again}>
        {t('project.offlineList')}
      </Notice>
      <ul className="project-tiles">
        {shown.map((project) => (
          <li key={project.id} className="project-tile">
            <Link href={`/project/${project.id}`} className="project-link">
              <Box as="span" anchor block clip line="below" surface="brand-soft" className="project-picture">
                <ProjectCover seed={project.id} picture={null} />
              </Box>
              <Stack as="span" column gap={0.5} shrink grow pad="3 4" className="project-words">
                <Text clamp size="l" weight="strong" tight className="project-name">
                  {project.title}
                </Text>
                {project.address !== '' && (
                  <Text size="s" ink={2} cut>
                    {project.address}
                  </Text>
                )}
                <OfflineMark />
              </Stack>
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
