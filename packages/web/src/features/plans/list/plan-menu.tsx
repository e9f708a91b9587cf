// The menu of one entry, on its card or row.
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { useDownloads } from '../../../local/use-rows.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu, type MenuGroup } from '../../../ui/actions/menu.tsx';
import {
  CheckIcon,
  DeleteIcon,
  DownloadIcon,
  EditIcon,
  HideIcon,
  HistoryIcon,
  MoreIcon,
  MoveIcon,
  NewVersionIcon,
  OfflineIcon,
  ReportIcon,
  RetryIcon,
} from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';

export type EntryActions = {
  mayManage: boolean;
  onSelect: (row: PlanRow) => void;
  onRename: (row: PlanRow) => void;
  onMove: (rows: readonly PlanRow[]) => void;
  onSetActive: (rows: readonly PlanRow[], active: boolean) => void;
  onDownload: (row: PlanRow) => void;
  onPrint: (row: PlanRow) => void;
  onVersions: (row: PlanRow) => void;
  onRevise: (row: PlanRow) => void;
  /** Undefined where the app does not open offline. */
  onOffline: ((row: PlanRow) => void) | undefined;
  onRemoveOffline: (row: PlanRow) => void;
};

export function PlanMenu({ row, actions }: { row: PlanRow; actions: EntryActions }) {
  const t = useT();
  const { mayManage, onSelect, onRename, onMove, onSetActive, onDownload } = actions;
  const isDownloaded = useDownloads().some(({ planId }) => planId === row.id);
  const { onOffline } = actions;
  const hasFile = row.type === 'Plan' && row.currentRevisionId !== null;
  const groups: MenuGroup[] = [
    {
      id: 'use',
      entries: [
        ...(mayManage
          ? [
              { id: 'select', label: t('plan.select'), icon: CheckIcon, onAction: () => onSelect(row) },
              { id: 'rename', label: t('plan.rename'), icon: EditIcon, onAction: () => onRename(row) },
              { id: 'move', label: t('plan.move'), icon: MoveIcon, onAction: () => onMove([row]) },
            ]
          : []),
        ...(hasFile
          ? [
              {
                id: 'versions',
                label: t('revisions.title'),
                icon: HistoryIcon,
                onAction: () => actions.onVersions(row),
              },
            ]
          : []),
        ...(hasFile && mayManage && !row.updating
          ? [
              {
                id: 'revise',
                label: t('revisions.import'),
                icon: NewVersionIcon,
                onAction: () => actions.onRevise(row),
              },
            ]
          : []),
        ...(onOffline && (hasFile || row.type === 'Folder')
          ? [{ id: 'offline', label: t('offline.add'), icon: OfflineIcon, onAction: () => onOffline(row) }]
          : []),
        ...(isDownloaded
          ? [
              {
                id: 'removeOffline',
                label: t('offline.remove'),
                icon: DeleteIcon,
                onAction: () => actions.onRemoveOffline(row),
              },
            ]
          : []),
        ...(hasFile
          ? [
              { id: 'print', label: t('planPrint.open'), icon: ReportIcon, onAction: () => actions.onPrint(row) },
              { id: 'download', label: t('plan.download'), icon: DownloadIcon, onAction: () => onDownload(row) },
            ]
          : []),
      ],
    },
    {
      id: 'state',
      entries: mayManage
        ? [
            {
              id: 'active',
              label: row.active ? t('plan.setInactive') : t('plan.reactivate'),
              icon: row.active ? HideIcon : RetryIcon,
              onAction: () => onSetActive([row], !row.active),
            },
          ]
        : [],
    },
  ];
  if (groups.every((group) => group.entries.length === 0)) return null;
  return (
    <Menu
      trigger={<IconButton icon={MoreIcon} label={t('plan.actions', { name: row.name })} size="s" />}
      label={t('plan.actions', { name: row.name })}
      placement="bottom end"
      groups={groups}
    />
  );
}
