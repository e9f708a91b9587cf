// Exports the plans of a folder to a file or prints them.
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { useRow } from '../../../local/use-rows.ts';
import { DatasetIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ListExport } from '../../exports/list-export.tsx';
import { saveMarkups } from '../../exports/save-markups.ts';
import type { ListSettings } from './use-list-settings.ts';

type PlansExportProps = {
  projectId: string;
  folderId: string | null;
  settings: ListSettings;
  rows: readonly PlanRow[];
};

export function PlansExport({ projectId, folderId, settings, rows }: PlansExportProps) {
  const t = useT();
  const project = useRow('project', projectId);
  const folder = useRow('plan', folderId ?? undefined);
  const { search, active, sort, reverse } = settings;
  const query = new URLSearchParams({
    state: active ? 'active' : 'inactive',
    // The server does not know what is on this device.
    sort: sort === 'offlineOnline' ? 'title' : `${sort.charAt(0).toLowerCase()}${sort.slice(1)}`,
    reverse: String(reverse),
    // A search covers the whole tree.
    ...(search === '' ? folderId !== null && { parent: folderId } : { search }),
  });
  const markupsTitle = [project?.title, t('export.markups')].filter(Boolean).join(' – ');
  return (
    <ListExport
      others={[
        {
          id: 'markups',
          label: t('export.markupsCsv'),
          icon: DatasetIcon,
          onAction: () => void saveMarkups(t, { projectId, title: markupsTitle }),
        },
      ]}
      title={[project?.title, folder?.name ?? t('nav.plans')].filter(Boolean).join(' – ')}
      path={`/api/plans-api/projects/${projectId}/exports/plans`}
      query={query}
      print={{
        rows,
        idOf: (row) => row.id,
        filter: [t(active ? 'group.state.active' : 'group.state.inactive'), ...(search === '' ? [] : [`“${search}”`])],
        columns: [
          { id: 'sheet', header: t('export.sheetNumber'), cell: (row) => row.sheetNumber },
          { id: 'name', header: t('group.title'), cell: (row) => row.name },
          {
            id: 'kind',
            header: t('group.kind'),
            cell: (row) => t(row.type === 'Folder' ? 'export.folder' : 'pin.plan'),
          },
          { id: 'activity', header: t('export.lastActivity'), cell: (row) => t.dateTime(new Date(row.lastActivity)) },
        ],
      }}
    />
  );
}
