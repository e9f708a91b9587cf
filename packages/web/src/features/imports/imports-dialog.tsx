// Overview of plan imports in all projects, each linking to the imports of its project.
import type { ImportingProject } from '@plumbline/core/features/projects/contract';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-aria-components';
import { importing } from '../../shared/data/project-queries.ts';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { UploadIcon } from '../../ui/icons.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import './imports-dialog.css';

const STATES = ['running', 'waiting', 'failed', 'finished'] as const;

function ProjectRow({ project }: { project: ImportingProject }) {
  const t = useT();
  return (
    <li>
      <Link className="importing-link ui-pressable" href={`/project/${project.projectId}/importStatus`}>
        <strong className="importing-title">{project.title}</strong>
        <Row as="span" gap="1 3" align="stretch" wrap grow size="s" ink={2}>
          {STATES.filter((state) => project[state] > 0).map((state) => (
            <Text key={state} ink={state === 'failed' ? 'danger' : undefined}>
              {t(`project.importing.${state}`, { count: project[state] })}
            </Text>
          ))}
        </Row>
        <Text as="time" size="s" ink={3} dateTime={project.updatedAt}>
          {t.relative(new Date(project.updatedAt), new Date())}
        </Text>
      </Link>
    </li>
  );
}

export function ImportsDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const list = useQuery(importing);
  return (
    <Dialog title={t('project.importing')} size="medium" isOpen onClose={onClose}>
      {list.data ? (
        list.data.length === 0 ? (
          <EmptyState icon={UploadIcon} title={t('project.noImports')}>
            {t('project.noImportsText')}
          </EmptyState>
        ) : (
          <Stack as="ul">
            {list.data.map((one) => (
              <ProjectRow key={one.projectId} project={one} />
            ))}
          </Stack>
        )
      ) : list.error ? (
        <ErrorView failure={shownFailure(t, list.error)} onRetry={() => void list.refetch()} />
      ) : (
        <Skeleton lines={4} />
      )}
    </Dialog>
  );
}
