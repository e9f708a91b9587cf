// Toolbar above the plans: search, state, order, and cards or table.
import type { ReactNode } from 'react';
import { TREE_SORTS } from '../../../shared/site/plan-tree.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { SegmentedControl } from '../../../ui/actions/segmented-control.tsx';
import { ToolButton } from '../../../ui/fields/filter-button.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { AddIcon, ListIcon, MapAreaIcon, NewFolderIcon, OfflineIcon, SortIcon, TilesIcon } from '../../../ui/icons.tsx';
import { Toolbar } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { ListSettings } from './use-list-settings.ts';

export type PlansBarProps = {
  settings: ListSettings;
  onSettings: (change: Partial<ListSettings>) => void;
  phone: boolean;
  onNewFolder: (() => void) | undefined;
  /** Selects a map area to create a plan from. */
  onNewMap: (() => void) | undefined;
  /** Makes the plans of this folder available offline. */
  onOffline: (() => void) | undefined;
  /** The export button of the list. */
  exportButton?: ReactNode;
};

export function PlansBar(props: PlansBarProps) {
  const { settings, onSettings, phone, onNewFolder, onNewMap, onOffline, exportButton } = props;
  const t = useT();
  const { search, active, sort, reverse, layout } = settings;
  const offline = onOffline ? [{ id: 'offline', icon: OfflineIcon, label: t('offline.add'), onAction: onOffline }] : [];
  // On phones the create actions share a button: there is room for only three next to the search.
  const creating = [
    ...(onNewFolder ? [{ id: 'folder', icon: NewFolderIcon, label: t('plan.newFolder'), onAction: onNewFolder }] : []),
    ...(onNewMap ? [{ id: 'map', icon: MapAreaIcon, label: t('maps.new'), onAction: onNewMap }] : []),
  ];
  return (
    <Toolbar fixed pad="4 edge 3" className="plans-bar">
      <div className="plans-search">
        <SearchField
          label={t('plan.search')}
          shortLabel={phone ? t('shell.search') : undefined}
          value={search}
          onChange={(text) => onSettings({ search: text })}
        />
      </div>
      {!phone && (
        <SegmentedControl
          label={t('plan.state')}
          segments={[
            { id: 'active', label: t('plan.state.active') },
            { id: 'inactive', label: t('plan.state.inactive') },
          ]}
          value={active ? 'active' : 'inactive'}
          onChange={(id) => onSettings({ active: id === 'active' })}
        />
      )}
      <Menu
        trigger={<ToolButton icon={SortIcon} label={t('plan.sort')} />}
        label={t('plan.sort')}
        placement="bottom end"
        groups={[
          {
            id: 'sort',
            heading: t('plan.sort'),
            entries: TREE_SORTS.map((id) => ({
              id,
              label: t(`plan.sort.${id}`),
              selected: id === sort,
              onAction: () => onSettings({ sort: id, reverse: false }),
            })),
          },
          {
            id: 'reverse',
            entries: [
              {
                id: 'reverse',
                label: t('plan.sortReverse'),
                selected: reverse,
                onAction: () => onSettings({ reverse: !reverse }),
              },
            ],
          },
          {
            id: 'state',
            heading: t('plan.state'),
            entries: phone
              ? [
                  {
                    id: 'active',
                    label: t('plan.state.active'),
                    selected: active,
                    onAction: () => onSettings({ active: true }),
                  },
                  {
                    id: 'inactive',
                    label: t('plan.state.inactive'),
                    selected: !active,
                    onAction: () => onSettings({ active: false }),
                  },
                ]
              : [],
          },
        ]}
      />
      {phone && creating.length > 0 && (
        <Menu
          trigger={<IconButton icon={AddIcon} label={t('plan.make')} kind="default" />}
          label={t('plan.make')}
          placement="bottom end"
          groups={[
            { id: 'make', entries: creating },
            { id: 'offline', entries: offline },
          ]}
        />
      )}
      {(phone ? (creating.length === 0 ? offline : []) : [...creating, ...offline]).map(
        ({ id, icon, label, onAction }) => (
          <ToolButton key={id} icon={icon} label={label} onPress={onAction} />
        ),
      )}
      {exportButton}
      {!phone && (
        <SegmentedControl
          label={t('plan.layout')}
          iconsOnly
          segments={[
            { id: 'grid', label: t('plan.layout.grid'), icon: TilesIcon },
            { id: 'table', label: t('plan.layout.table'), icon: ListIcon },
          ]}
          value={layout}
          onChange={(id) => onSettings({ layout: id })}
        />
      )}
    </Toolbar>
  );
}
