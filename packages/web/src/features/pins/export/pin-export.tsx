// Exports a list of pins to a file or prints it.

import { can } from '@plumbline/core/access/capabilities';
import { BCF_VERSIONS, type BcfVersion } from '@plumbline/core/features/exchange/bcf-versions';
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { GroupRow } from '@plumbline/core/site/rows/groups';
import type { PinFilter } from '@plumbline/core/site/values/pin-filter';
import { saveFile } from '../../../api/save-file.ts';
import { useRow, useRowsBy } from '../../../local/use-rows.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { pinImportAddress } from '../../../shared/navigation/addresses.ts';
import { useActor } from '../../../shared/site/actor.ts';
import { FieldText } from '../../../shared/site/field-text.tsx';
import { onlyPlan, writeFilter } from '../../../shared/site/pins/pin-filter-url.ts';
import { nextDue, type PinOrder } from '../../../shared/site/pins/pin-order.ts';
import { useCategories } from '../../../shared/site/pins/use-pins.ts';
import type { PrintColumn } from '../../../ui/data/print-view.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { BimIcon, UploadIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import { fileNameOf, ListExport } from '../../exports/list-export.tsx';
import { useFields } from '../../fields/use-fields.ts';
import { useFilterWords } from '../filter-summary.tsx';

type PinExportProps = {
  projectId: string;
  filter: PinFilter;
  order: PinOrder;
  planId: string | undefined;
  group: GroupRow | undefined;
  /** Undefined while they are being read. */
  rows: readonly PinInContext[] | undefined;
  /** Ids of the custom fields shown as columns. */
  columns: readonly string[] | undefined;
};

function queryOf({ filter, order, planId, group }: PinExportProps): URLSearchParams {
  const query = new URLSearchParams(writeFilter(onlyPlan(filter, planId)));
  if (group) query.set('group', group.id);
  if (order.by === 'group') query.set('asInGroup', 'true');
  else query.set('sort', order.by);
  query.set('order', order.direction === 'ascending' ? 'asc' : 'desc');
  return query;
}

export function PinExport(props: PinExportProps) {
  const { projectId, filter, planId, group, rows } = props;
  const t = useT();
  const project = useRow('project', projectId);
  const plans = useRowsBy('plan', 'projectId', projectId);
  const categories = useCategories(projectId);
  const fields = useFields(projectId).filter((field) => props.columns?.includes(field.id));
  const words = useFilterWords(projectId, filter);
  const actor = useActor(projectId);
  const mayImport = actor !== undefined && can(actor.role, 'project.edit');
  const planName = (id: string | null) => plans?.find((plan) => plan.id === id)?.name;
  const of = group?.title ?? (planId === 'noPlan' ? t('pin.noPlan') : planName(planId ?? null)) ?? t('nav.pins');
  const columns: PrintColumn<PinInContext>[] = [
    { id: 'number', header: t('pin.number'), align: 'end', cell: ({ pin }) => pin.number ?? '–' },
    { id: 'title', header: t('pin.title'), cell: ({ pin }) => pin.title || t('pin.untitled') },
    { id: 'category', header: t('pin.category'), cell: ({ pin }) => categories.get(pin.categoryId ?? '')?.title },
    { id: 'status', header: t('pin.status'), cell: ({ pin }) => t(`pin.status.${pin.status}`) },
    {
      id: 'tasks',
      header: t('export.openTasks'),
      align: 'end',
      cell: ({ tasks }) => tasks.filter(({ status }) => status === 'open' || status === 'rejected').length || '',
    },
    {
      id: 'due',
      header: t('pin.sort.dueDate'),
      cell: ({ tasks }) => {
        const due = nextDue(tasks);
        return due === null ? '' : t.date(due);
      },
    },
    ...fields.map(
      (field): PrintColumn<PinInContext> => ({
        id: field.id,
        header: field.title,
        cell: ({ pin }) => <FieldText field={field} value={pin.fields[field.id]} />,
      }),
    ),
    { id: 'plan', header: t('pin.plan'), cell: ({ pin }) => planName(pin.planId) ?? t('pin.without') },
    { id: 'created', header: t('pin.created'), cell: ({ pin }) => t.date(new Date(pin.createdAt)) },
  ];
  const title = [project?.title, of].filter(Boolean).join(' – ');
  const saveBcf = async (version: BcfVersion) => {
    const query = queryOf(props);
    query.set('version', version);
    try {
      await saveFile(`/api/pins-api/projects/${projectId}/exports/bcf?${query}`, fileNameOf(title, 'bcf'));
    } catch (error) {
      showToast({ kind: 'error', text: failureText(t, error) });
    }
  };
  return (
    <ListExport
      title={title}
      path={`/api/pins-api/projects/${projectId}/exports/pins`}
      query={queryOf(props)}
      print={{ rows, columns, idOf: ({ pin }) => pin.id, filter: words }}
      opens
      others={[
        ...BCF_VERSIONS.toReversed().map((version) => ({
          id: `bcf-${version}`,
          label: t('export.bcf', { version }),
          icon: BimIcon,
          onAction: () => void saveBcf(version),
        })),
        ...(mayImport
          ? [{ id: 'import', label: t('pinImport.title'), icon: UploadIcon, href: pinImportAddress(projectId) }]
          : []),
      ]}
    />
  );
}
