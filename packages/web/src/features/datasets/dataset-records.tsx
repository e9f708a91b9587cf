// One dataset: its records with search and total count, and the actions on the dataset.
import type { Dataset, DatasetRecord } from '@plumbline/core/features/datasets/contract';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { useNavigate, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { useRows } from '../../local/use-rows.ts';
import { failureText, shownFailure } from '../../shared/data/shown-failure.ts';
import { NameDialog } from '../../shared/dialogs/name-dialog.tsx';
import { datasetsAddress, pinsAddress } from '../../shared/navigation/addresses.ts';
import { BackLink } from '../../ui/actions/back-link.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { type TableColumn, VirtualTable } from '../../ui/data/table/virtual-table.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { DatasetIcon, DownloadIcon, EditIcon, UploadIcon } from '../../ui/icons.tsx';
import { Box, Row, Stack, Text, Toolbar } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { saveDataset, useChangeDataset, useDataset, useRecords } from './use-datasets.ts';
import './datasets.css';

type DatasetRecordsProps = {
  projectId: string;
  datasetId: string;
  mayManage: boolean;
  onOverwrite: (dataset: Dataset) => void;
};

const KEY_WIDTH = 112;
const COLUMN_WIDTH = 160;

export function DatasetRecords({ projectId, datasetId, mayManage, onOverwrite }: DatasetRecordsProps) {
  const t = useT();
  const dataset = useDataset(projectId, datasetId);
  const [search, setSearch] = useSearchWords(projectId, datasetId);
  const pinsOn = usePinsOnRecords(projectId, datasetId);
  const [sort, setSort] = useState<'place' | 'title'>('place');
  const records = useRecords(projectId, datasetId, useDeferredValue(search.trim()), sort);
  if (dataset.isPending) return <Skeleton lines={8} />;
  if (!dataset.data)
    return <ErrorView failure={shownFailure(t, dataset.error)} onRetry={() => void dataset.refetch()} />;
  const known = dataset.data;
  const columns = columnsOf(known, {
    pins: pinsOn.size > 0 ? t('dataset.pins') : undefined,
    pinsOf: ({ id }) => <PinsOfRecord projectId={projectId} pins={pinsOn.get(id)} />,
  });
  const total = records.total ?? known.records;

  return (
    <Stack column flat grow>
      <DatasetHead projectId={projectId} dataset={known} mayManage={mayManage} onOverwrite={onOverwrite} />
      <Toolbar gap="2 3" pad="3 inset" fixed line="below">
        <SearchField label={t('dataset.search')} value={search} maxLength={200} onChange={setSearch} />
        <Text size="s" ink={3} className="ui-figures" aria-live="polite">
          {records.exact ? t('dataset.records', { count: total }) : t('dataset.moreRecords', { count: total })}
        </Text>
      </Toolbar>
      <Box grow least={240}>
        <VirtualTable<DatasetRecord>
          label={known.title}
          rows={records.list ?? []}
          columns={columns}
          idOf={(record) => record.id}
          minWidth={`${KEY_WIDTH + columns.length * COLUMN_WIDTH}px`}
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
      </Box>
    </Stack>
  );
}

/** The search text is kept in the URL, so that it survives a reload and links can point to a record. */
function useSearchWords(projectId: string, datasetId: string) {
  const navigate = useNavigate();
  const inAddress = useRouterState({
    select: ({ location }) => new URLSearchParams(location.searchStr).get('search') ?? '',
  });
  const [words, setWords] = useState(inAddress);
  const settled = useDeferredValue(words.trim());
  const reported = useRef(settled);
  useEffect(() => {
    // Only typing changes the URL.
    if (reported.current === settled) return;
    reported.current = settled;
    void navigate({ href: datasetsAddress(projectId, datasetId, false, settled), replace: true });
  }, [settled, navigate, projectId, datasetId]);
  return [words, setWords] as const;
}

/** The pins linked to records of the dataset, by record. */
function usePinsOnRecords(projectId: string, datasetId: string): ReadonlyMap<string, readonly PinRow[]> {
  const pins = useRows('pin', projectId);
  return useMemo(() => {
    const named = new Map<string, PinRow[]>();
    for (const pin of pins ?? [])
      for (const { datasetId: its, recordId } of pin.records)
        if (its === datasetId) named.set(recordId, [...(named.get(recordId) ?? []), pin]);
    return named;
  }, [pins, datasetId]);
}

/** Pins listed by name per record; beyond that only the count is shown. */
const NAMED_PINS = 3;

function PinsOfRecord({ projectId, pins = [] }: { projectId: string; pins?: readonly PinRow[] | undefined }) {
  const t = useT();
  return (
    <Row as="span" align="stretch" nowrap clip className="ui-figures">
      {pins.slice(0, NAMED_PINS).map((pin) => (
        <a key={pin.id} href={pinsAddress({ projectId, viewType: 'list', pinId: pin.id })} title={pin.title}>
          {pin.number === null ? pin.title : `#${pin.number}`}
        </a>
      ))}
      {pins.length > NAMED_PINS && <span>{t('dataset.morePins', { count: pins.length - NAMED_PINS })}</span>}
    </Row>
  );
}

type RecordContext = { pins: string | undefined; pinsOf: (record: DatasetRecord) => ReactNode };

function columnsOf(dataset: Dataset, { pins, pinsOf }: RecordContext): TableColumn<DatasetRecord>[] {
  const others = dataset.columns.flatMap((name, at) =>
    name === dataset.idColumn || name === dataset.titleColumn ? [] : [{ name, at }],
  );
  return [
    {
      id: 'key',
      header: dataset.idColumn,
      width: `minmax(${KEY_WIDTH}px, 180px)`,
      cell: ({ key }) => <span className="ui-figures">{key}</span>,
    },
    {
      id: 'title',
      header: dataset.titleColumn,
      width: 'minmax(200px, 2fr)',
      sortable: true,
      cell: ({ title }) => title,
    },
    ...(pins === undefined ? [] : [{ id: 'pins', header: pins, width: `minmax(${KEY_WIDTH}px, 180px)`, cell: pinsOf }]),
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
  const change = useChangeDataset(projectId);
  const save = (format: 'csv' | 'xlsx') =>
    void saveDataset({ projectId, datasetId: dataset.id, title: dataset.title }, format).catch((error: unknown) =>
      showToast({ kind: 'error', text: failureText(t, error) }),
    );
  return (
    <Row as="header" gap="2 4" wrap fixed pad="3 inset 0" className="dataset-head">
      <BackLink href={datasetsAddress(projectId)} label={t('dataset.list')} />
      <h2>{dataset.title}</h2>
      <Row align="stretch" wrap>
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
      </Row>
      {renaming && (
        <NameDialog
          title={t('dataset.rename')}
          label={t('dataset.title')}
          confirm={t('dataset.save')}
          name={dataset.title}
          maxLength={120}
          onSave={(title) => change.mutateAsync({ datasetId: dataset.id, title })}
          onClose={() => setRenaming(false)}
        />
      )}
    </Row>
  );
}
