// Imports of pins into a project: the ones there are with how far each is, and the one that is open row by row.
import { can } from '@plumbline/core/access/capabilities';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { useState } from 'react';
import { useProject } from '../../local/use-rows.ts';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { pinImportAddress } from '../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { useActor } from '../../shared/site/actor.ts';
import { Button } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { LockIcon, UploadIcon } from '../../ui/icons.tsx';
import { Box, Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { ImportList } from '../people/import/import-list.tsx';
import { PinImportDetails } from './pin-import-details.tsx';
import { PinImportDialog } from './pin-import-dialog.tsx';
import { stateText } from './state-text.tsx';
import { usePinImports } from './use-pin-imports.ts';

export function PinImportScreen({ projectId }: { projectId: string }) {
  const t = useT();
  useProject(projectId);
  const actor = useActor(projectId);
  return (
    <Box fill flat pad="4 inset" className="team-import-screen">
      <ScreenHead
        title={t('pinImport.title')}
        path={[{ id: 'import', label: t('pinImport.title'), href: pinImportAddress(projectId) }]}
      />
      <h1 className="ui-hidden">{t('pinImport.title')}</h1>
      {actor === undefined ? (
        <Skeleton lines={6} />
      ) : can(actor.role, 'project.edit') ? (
        <PinImports projectId={projectId} />
      ) : (
        <EmptyState icon={LockIcon} title={t('pinImport.noRight')}>
          {t('project.noRightText')}
        </EmptyState>
      )}
    </Box>
  );
}

function PinImports({ projectId }: { projectId: string }) {
  const navigate = useNavigate();
  const search = useRouterState({ select: (state) => state.location.search as { list?: unknown } });
  const importId = typeof search.list === 'string' ? search.list : undefined;
  const [choosing, setChoosing] = useState(false);
  return (
    <Stack column gap={4} flat fill scroll most={1200} className="people-import">
      {importId === undefined ? (
        <Imports projectId={projectId} onNew={() => setChoosing(true)} />
      ) : (
        <PinImportDetails key={importId} projectId={projectId} importId={importId} />
      )}
      {choosing && (
        <PinImportDialog
          projectId={projectId}
          onClose={() => setChoosing(false)}
          onBegun={(id) => {
            setChoosing(false);
            void navigate({ href: pinImportAddress(projectId, id) });
          }}
        />
      )}
    </Stack>
  );
}

function Imports({ projectId, onNew }: { projectId: string; onNew: () => void }) {
  const t = useT();
  const [pages, setPages] = useState(1);
  const imports = usePinImports(projectId, pages);
  if (imports.isPending) return <Skeleton lines={6} />;
  if (!imports.data)
    return <ErrorView failure={shownFailure(t, imports.error)} onRetry={() => void imports.refetch()} />;
  const next = (
    <Button kind="next" icon={UploadIcon} onPress={onNew}>
      {t('pinImport.title')}
    </Button>
  );
  if (imports.data.content.length === 0)
    return (
      <EmptyState icon={UploadIcon} title={t('pinImport.emptyTitle')} action={next}>
        {t('pinImport.emptyText')}
      </EmptyState>
    );
  return (
    <ImportList
      next={next}
      lines={imports.data.content.map((list) => ({
        ...list,
        href: pinImportAddress(projectId, list.id),
        stateText: stateText(t, list),
      }))}
      onMore={imports.data.more ? () => setPages(pages + 1) : undefined}
    />
  );
}
