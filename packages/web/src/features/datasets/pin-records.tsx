// The dataset records linked to a pin, and a search to link others.
import { can } from '@plumbline/core/access/capabilities';
import type { DatasetRecord } from '@plumbline/core/features/datasets/contract';
import type { Actor } from '@plumbline/core/site/actor';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { useDeferredValue, useState } from 'react';
import { shownFailure } from '../../shared/data/shown-failure.ts';
import { datasetsAddress } from '../../shared/navigation/addresses.ts';
import { useActor } from '../../shared/site/actor.ts';
import { useAct } from '../../shared/site/use-act.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Select } from '../../ui/choices/select.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { CloseIcon, DatasetIcon, IconMark } from '../../ui/icons.tsx';
import { useFocusKept } from '../../ui/keep-focus.ts';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { useDatasetChoices, useRecords } from './use-datasets.ts';
import '../../ui/data/linked-list.css';
import './datasets.css';
import { keep } from '../../ui/keep.ts';

type PinRecordsProps = { projectId: string; pin: PinRow; editable: boolean };

const maySee = (actor: Actor | undefined): boolean => actor !== undefined && can(actor.role, 'dataset.view');

export function PinRecords({ projectId, pin, editable }: PinRecordsProps) {
  const t = useT();
  const act = useAct(projectId);
  const sees = maySee(useActor(projectId));
  const [choosing, setChoosing] = useState(false);
  const part = useFocusKept<HTMLDivElement>();
  const mayLink = editable && sees;
  if (!mayLink && pin.records.length === 0) return null;
  return (
    <div className="pin-field" ref={part}>
      <span className="ui-label">{t('dataset.onPin')}</span>
      {pin.records.length > 0 && (
        <Stack as="ul" fluid gap={0}>
          {pin.records.map((record) => (
            <Row as="li" gap={0} shrink key={record.recordId}>
              {sees ? (
                <a
                  className="pin-link ui-pressable"
                  href={datasetsAddress(projectId, record.datasetId, false, record.key)}
                >
                  <RecordWords record={record} />
                </a>
              ) : (
                <span className="pin-link ui-pressable">
                  <RecordWords record={record} />
                </span>
              )}
              {editable && (
                <IconButton
                  icon={CloseIcon}
                  label={t('ui.remove', { name: record.title })}
                  size="s"
                  onPress={() => void act('pin.linkRecord', { id: pin.id, record, on: false })}
                />
              )}
            </Row>
          ))}
        </Stack>
      )}
      {mayLink && (
        <div>
          <Button kind="quiet" icon={DatasetIcon} onPress={() => setChoosing(true)}>
            {t('dataset.link')}
          </Button>
        </div>
      )}
      {choosing && (
        <ChooseRecord
          projectId={projectId}
          linked={new Set(pin.records.map((record) => record.recordId))}
          onClose={() => setChoosing(false)}
          onChoose={(datasetId, { id: recordId, key, title }) => {
            setChoosing(false);
            void act('pin.linkRecord', { id: pin.id, record: { datasetId, recordId, key, title }, on: true });
          }}
        />
      )}
    </div>
  );
}

function RecordWords({ record }: { record: { key: string; title: string } }) {
  return (
    <>
      <IconMark icon={DatasetIcon} />
      <span className="ui-figures">{record.key}</span>
      <Text cut>{record.title}</Text>
    </>
  );
}

type ChooseRecordProps = {
  projectId: string;
  linked: ReadonlySet<string>;
  onChoose: (datasetId: string, record: DatasetRecord) => void;
  onClose: () => void;
};

function ChooseRecord({ projectId, linked, onChoose, onClose }: ChooseRecordProps) {
  const t = useT();
  const datasets = useDatasetChoices(projectId);
  const list = datasets.data ?? [];
  // Remembers the last dataset, since users often link records of the same one to many pins.
  const lastKey = `plumbline.lastDataset.${projectId}`;
  const [chosen, setChosen] = useState(localStorage.getItem(lastKey));
  const datasetId = (list.find(({ id }) => id === chosen) ?? list[0])?.id;
  return (
    <Dialog title={t('dataset.link')} size="small" isOpen onClose={onClose}>
      <Stack fluid gap={3} justify="start" least={320} className="pin-choice">
        {datasets.isPending && <Skeleton lines={4} />}
        {datasets.isError && !datasets.data && (
          <ErrorView failure={shownFailure(t, datasets.error)} onRetry={() => void datasets.refetch()} />
        )}
        {datasets.data && list.length === 0 && (
          <EmptyState icon={DatasetIcon} title={t('dataset.emptyTitle')}>
            {t('dataset.emptyText')}
          </EmptyState>
        )}
        {list.length > 1 && (
          <Select
            label={t('dataset.one')}
            value={datasetId ?? null}
            choices={list.map(({ id, title, records }) => ({
              id,
              label: title,
              detail: t('dataset.records', { count: records }),
            }))}
            onChange={(id) => {
              keep(lastKey, id);
              setChosen(id);
            }}
          />
        )}
        {datasetId !== undefined && (
          <RecordChoice
            key={datasetId}
            projectId={projectId}
            datasetId={datasetId}
            linked={linked}
            onChoose={(record) => onChoose(datasetId, record)}
          />
        )}
      </Stack>
    </Dialog>
  );
}

type RecordChoiceProps = {
  projectId: string;
  datasetId: string;
  linked: ReadonlySet<string>;
  onChoose: (record: DatasetRecord) => void;
};

/** Records shown at once; typing narrows down the rest. */
const MAX_SHOWN = 50;

function RecordChoice({ projectId, datasetId, linked, onChoose }: RecordChoiceProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const records = useRecords(projectId, datasetId, useDeferredValue(search.trim()), 'place');
  const shown = (records.list ?? []).filter((one) => !linked.has(one.id)).slice(0, MAX_SHOWN);
  return (
    <>
      <SearchField label={t('dataset.search')} value={search} maxLength={200} onChange={setSearch} autoFocus />
      {records.isPending && <Skeleton lines={6} />}
      {records.isError && <ErrorView failure={shownFailure(t, records.error)} onRetry={() => void records.refetch()} />}
      {records.data && shown.length === 0 && <EmptyState icon={DatasetIcon} title={t('dataset.noneFound')} />}
      <Stack as="ul" fluid gap={0}>
        {shown.map((record) => (
          <Row as="li" gap={0} shrink key={record.id}>
            <button type="button" className="pin-link ui-pressable" onClick={() => onChoose(record)}>
              <RecordWords record={record} />
            </button>
          </Row>
        ))}
      </Stack>
    </>
  );
}
