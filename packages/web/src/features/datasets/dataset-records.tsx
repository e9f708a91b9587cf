// One dataset: its records by search, as many as there are, and what can be done with the whole.
import type { Dataset, DatasetRecord } from '@plumbline/core/features/datasets/contract';
import { useDeferredValue, useState } from 'react';
import { datasetsAddress } from '../../app/addresses.ts';
import { failureText, shownFailure } from '../../app/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { type TableColumn, VirtualTable } from '../../ui/data/virtual-table.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { BackIcon, DatasetIcon, DownloadIcon, EditIcon, IconMark, UploadIcon } from '../../ui/icons.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { saveDataset, useChangeDataset, useDataset, useRecords } from './use-datasets.ts';
import './datasets.css';

type DatasetRecordsProps = {
  projectId: string;
  datasetId: string;
  mayManage: boolean;
  onOverwrite: (dataset: Dataset) => void;
};

const KEY_WIDTH = 140;
const COLUMN_WIDTH = 160;

export function DatasetRecords({ projectId, datasetId, mayManage, onOverwrite }: DatasetRecordsProps) {
  const t = useT();
  const dataset = useDataset(projectId, datasetId);
  const [search, setSearch] = useState('');
  const [sort, setSort] = useState<'place' | 'title'>('place');
  const records = useRecords(projectId, datasetId, useDeferredValue(search.trim()), sort);
  if (dataset.isPending) return <Skeleton lines={8} />;
  if (!dataset.data)
    return <ErrorView failure={shownFailure(t, dataset.error)} onRetry={() => void dataset.refetch()} />;
  const known = dataset.data;
  const columns = columnsOf(known, t('dataset.idColumn'), t('dataset.titleColumn'));
  const total = records.total ?? known.records;

  return (
    <div className="dataset-records">
      <DatasetHead projectId={projectId} dataset={known} mayManage={mayManage} onOverwrite={onOverwrite} />
      <div className="dataset-tools">
        <SearchField label={t('dataset.search')} value={search} maxLength={200} onChange={setSearch} />
        <span className="dataset-count ui-figures" aria-live="polite">
          {records.exact ? t('dataset.records', { count: total }) : t('dataset.moreRecords', { count: total })}
        </span>
      </div>
      <div className="dataset-rows">
        <VirtualTable<DatasetRecord>
          label={known.title}
          rows={records.list ?? []}
          columns={columns}
          idOf={(record) => record.id}
          leastWidth={`${KEY_WIDTH + columns.length * COLUMN_WIDTH}px`}
          sort={sort === 'title' ? { column: 'title', direction: 'ascending' } : undefined}
          onSort={() => setSort(sort === 'title' ? 'place' : 'title')}
          loading={records.isPending ? 'first' : records.isFetchingNextPage ? 'more' : undefined}
          onEnd={() => {
            if (records.hasNextPage && !records.isFetchingNextPage) void records.fetchNextPage();
          }}
          total={total}
          empty={
            records.isError ? (
              <ErrorView failure={shownFailure(t, records.error)} onRetry={() => void records.refetch()} />
            ) : (
              <EmptyState icon={DatasetIcon} title={t('dataset.noneFound')} />
            )
          }
        />
      </div>
    </div>
  );
}

function columnsOf(dataset: Dataset, idWord: string, titleWord: string): TableColumn<DatasetRecord>[] {
  const others = dataset.columns.flatMap((name, at) =>
    name === dataset.idColumn || name === dataset.titleColumn ? [] : [{ name, at }],
  );
  return [
    {
      id: 'key',
      header: dataset.idColumn || idWord,
      width: `minmax(${KEY_WIDTH}px, 200px)`,
      cell: ({ key }) => <span className="ui-figures">{key}</span>,
    },
    {
      id: 'title',
      header: dataset.titleColumn || titleWord,
      width: 'minmax(200px, 2fr)',
      sortable: true,
      cell: ({ title }) => title,
    },
    ...others.map(({ name, at }) => ({
      id: `column ${at}`,
      header: name,
      width: `minmax(${COLUMN_WIDTH}px, 1fr)`,
      cell: ({ values }: DatasetRecord) => values[at] ?? '',
    })),
  ];
}

type DatasetHeadProps = Pick<DatasetRecordsProps, 'projectId' | 'mayManage' | 'onOverwrite'> & { dataset: Dataset };

function DatasetHead({ projectId, dataset, mayManage, onOverwrite }: DatasetHeadProps) {
  const t = useT();
  const [renaming, setRenaming] = useState(false);
  const save = (format: 'csv' | 'xlsx') =>
    void saveDataset({ projectId, datasetId: dataset.id, title: dataset.title }, format).catch((error: unknown) =>
      showToast({ kind: 'error', text: failureText(t, error) }),
    );
  return (
    <header className="dataset-head">
      <a className="dataset-back" href={datasetsAddress(projectId)}>
        <IconMark icon={BackIcon} />
        {t('dataset.list')}
      </a>
      <h2>{dataset.title}</h2>
      <div className="dataset-buttons">
        <Menu
          label={t('dataset.export')}
          placement="bottom end"
          trigger={<Button icon={DownloadIcon}>{t('dataset.export')}</Button>}
          groups={[
            {
              id: 'formats',
              entries: (['csv', 'xlsx'] as const).map((format) => ({
                id: format,
                label: t(`dataset.format.${format}`),
                onAction: () => save(format),
              })),
            },
          ]}
        />
        {mayManage && (
          <>
            <Button icon={EditIcon} onPress={() => setRenaming(true)}>
              {t('dataset.rename')}
            </Button>
            <Button icon={UploadIcon} onPress={() => onOverwrite(dataset)}>
              {t('dataset.overwrite')}
            </Button>
          </>
        )}
      </div>
      {renaming && <RenameDialog projectId={projectId} dataset={dataset} onClose={() => setRenaming(false)} />}
    </header>
  );
}

type RenameDialogProps = { projectId: string; dataset: Dataset; onClose: () => void };

function RenameDialog({ projectId, dataset, onClose }: RenameDialogProps) {
  const t = useT();
  const change = useChangeDataset(projectId);
  const [title, setTitle] = useState(dataset.title);
  return (
    <Dialog
      title={t('dataset.rename')}
      size="small"
      isOpen
      isBusy={change.isPending}
      onClose={onClose}
      actions={
        <Button
          kind="next"
          isPending={change.isPending}
          isDisabled={title.trim() === ''}
          onPress={() => change.mutate({ datasetId: dataset.id, title: title.trim() }, { onSuccess: onClose })}
        >
          {t('dataset.save')}
        </Button>
      }
    >
      <TextField
        label={t('dataset.title')}
        value={title}
        maxLength={120}
        autoFocus
        onChange={setTitle}
        problem={change.error ? failureText(t, change.error) : undefined}
      />
    </Dialog>
  );
}
