// The datasets of a project and the records of the open one.
import { can } from '@plumbline/core/access/capabilities';
import type { Dataset } from '@plumbline/core/features/datasets/contract';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useProject } from '../../local/use-rows.ts';
import { failureText, shownFailure } from '../../shared/data/shown-failure.ts';
import { datasetsAddress } from '../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { useActor } from '../../shared/site/actor.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { Switch } from '../../ui/choices/switch.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { ToolButton } from '../../ui/fields/filter-button.tsx';
import {
  AddIcon,
  DatasetIcon,
  HideIcon,
  HistoryIcon,
  IconMark,
  LockIcon,
  MoreIcon,
  RestoreIcon,
} from '../../ui/icons.tsx';
import { ActionBar } from '../../ui/layout/page.tsx';
import { Card, Row, Stack } from '../../ui/layout/primitives.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { DatasetRecords } from './dataset-records.tsx';
import { chooseTable, ImportDialog, type Importing } from './import-dialog.tsx';
import { ImportsDialog } from './imports-dialog.tsx';
import { useChangeDataset, useDatasets } from './use-datasets.ts';
import './datasets.css';

export type DatasetsScreenProps = { projectId: string; datasetId?: string | undefined; importStatus?: boolean };

export function DatasetsScreen({ projectId, datasetId, importStatus = false }: DatasetsScreenProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  useProject(projectId);
  const actor = useActor(projectId);
  const navigate = useNavigate();
  const [importing, setImporting] = useState<Importing>();
  const mayManage = actor !== undefined && can(actor.role, 'dataset.manage');
  const go = (href: string) => void navigate({ href });
  if (actor && !can(actor.role, 'dataset.view')) {
    return (
      <>
        <ScreenHead title={t('dataset.list')} />
        <EmptyState screen icon={LockIcon} title={t('dataset.noRight')}>
          {t('project.noRightText')}
        </EmptyState>
      </>
    );
  }
  const bring = (dataset?: Dataset) => chooseTable((file) => setImporting({ file, dataset }));
  const next = mayManage && datasetId === undefined && (
    <Button kind="next" icon={AddIcon} onPress={() => bring()}>
      {t('dataset.import')}
    </Button>
  );
  const history = mayManage && (
    <ToolButton
      icon={HistoryIcon}
      label={t('dataset.imports')}
      onPress={() => go(datasetsAddress(projectId, datasetId, true))}
    />
  );
  return (
    <Stack column flat fill scroll className="datasets-screen">
      <ScreenHead title={t('dataset.list')}>
        {!phone && history}
        {!phone && next}
      </ScreenHead>
      <h1 className="ui-hidden">{t('dataset.list')}</h1>
      {phone && next && (
        <ActionBar>
          {history}
          {next}
        </ActionBar>
      )}
      {datasetId === undefined ? (
        <DatasetList projectId={projectId} mayManage={mayManage} />
      ) : (
        <DatasetRecords
          key={datasetId}
          projectId={projectId}
          datasetId={datasetId}
          mayManage={mayManage}
          onOverwrite={bring}
        />
      )}
      {importing && (
        <ImportDialog
          key={`${importing.file.name} ${importing.file.lastModified}`}
          projectId={projectId}
          importing={importing}
          onFile={(file) => setImporting({ ...importing, file })}
          onClose={() => setImporting(undefined)}
          onBegun={() => {
            setImporting(undefined);
            go(datasetsAddress(projectId, datasetId, true));
          }}
        />
      )}
      {importStatus && mayManage && (
        <ImportsDialog projectId={projectId} onClose={() => go(datasetsAddress(projectId, datasetId))} />
      )}
    </Stack>
  );
}

function DatasetList({ projectId, mayManage }: { projectId: string; mayManage: boolean }) {
  const t = useT();
  const [inactive, setInactive] = useState(false);
  const datasets = useDatasets(projectId, inactive);
  if (datasets.isPending) return <Skeleton lines={6} />;
  if (!datasets.list)
    return <ErrorView failure={shownFailure(t, datasets.error)} onRetry={() => void datasets.refetch()} />;
  const { list } = datasets;
  return (
    <Stack fluid gap={4} className="datasets-inner">
      {(list.length > 0 || inactive) && mayManage && (
        <Switch isSelected={inactive} onChange={setInactive}>
          {t('dataset.showInactive')}
        </Switch>
      )}
      {list.length === 0 ? (
        <EmptyState icon={DatasetIcon} title={t('dataset.emptyTitle')}>
          {t('dataset.emptyText')}
        </EmptyState>
      ) : (
        <Card as="ul" fluid gap={0} edge clip>
          {list.map((dataset) => (
            <DatasetLine key={dataset.id} projectId={projectId} dataset={dataset} mayManage={mayManage} />
          ))}
        </Card>
      )}
      {datasets.hasNextPage && (
        <Button isPending={datasets.isFetchingNextPage} onPress={() => void datasets.fetchNextPage()}>
          {t('ui.showMore')}
        </Button>
      )}
    </Stack>
  );
}

type DatasetLineProps = { projectId: string; dataset: Dataset; mayManage: boolean };

function DatasetLine({ projectId, dataset, mayManage }: DatasetLineProps) {
  const t = useT();
  const change = useChangeDataset(projectId);
  const setActive = (active: boolean) =>
    change.mutate(
      { datasetId: dataset.id, active },
      { onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }) },
    );
  const when = t.relative(new Date(dataset.changedAt), new Date());
  return (
    <Row as="li" pad="0 2 0 0" line="below" className="dataset-line">
      <a className="dataset-link ui-pressable" href={datasetsAddress(projectId, dataset.id)}>
        <Stack as="span" gap={0} center fixed ink="brand" surface="brand-soft" corner="m" className="dataset-sign">
          <IconMark icon={DatasetIcon} />
        </Stack>
        <Stack as="span" gap={0} shrink>
          <Row as="span" weight="medium" breaks>
            {dataset.title}
            {!dataset.active && <Tag>{t('dataset.inactive')}</Tag>}
          </Row>
          <Row as="span" gap="0 3" align="stretch" wrap size="s" ink={3}>
            <span className="ui-figures">{t('dataset.records', { count: dataset.records })}</span>
            <span>{t('dataset.changed', { when })}</span>
          </Row>
        </Stack>
      </a>
      {mayManage && (
        <Menu
          label={t('dataset.more', { title: dataset.title })}
          placement="bottom end"
          trigger={<IconButton icon={MoreIcon} label={t('dataset.more', { title: dataset.title })} />}
          groups={[
            {
              id: 'active',
              entries: [
                dataset.active
                  ? { id: 'off', label: t('dataset.deactivate'), icon: HideIcon, onAction: () => setActive(false) }
                  : { id: 'on', label: t('dataset.activate'), icon: RestoreIcon, onAction: () => setActive(true) },
              ],
            },
          ]}
        />
      )}
    </Row>
  );
}
