// Above the list: what is looked for, whose projects, in which order, as pictures or rows.
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { ListIcon, SortIcon, TilesIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import { type ProjectView, SORTS } from './use-project-view.ts';

type ProjectToolbarProps = {
  search: string;
  onSearch: (search: string) => void;
  view: ProjectView;
  onView: (change: Partial<ProjectView>) => void;
  /** Administrators of the organisation may also see projects they are no members of. */
  seesOthers: boolean;
  /** Wide enough to choose between pictures and rows. */
  wide: boolean;
};

export function ProjectToolbar({ search, onSearch, view, onView, seesOthers, wide }: ProjectToolbarProps) {
  const t = useT();
  return (
    <search className="project-tools">
      <SearchField label={t('project.search')} value={search} onChange={onSearch} />
      {seesOthers && (
        <SegmentedControl
          label={t('project.whose')}
          segments={[
            { id: 'mine', label: t('project.mine') },
            { id: 'other', label: t('project.others') },
          ]}
          value={view.whose}
          onChange={(whose) => onView({ whose })}
        />
      )}
      <SegmentedControl
        label={t('project.state')}
        segments={[
          { id: 'active', label: t('project.active') },
          { id: 'inactive', label: t('project.inactive') },
        ]}
        value={view.state}
        onChange={(state) => onView({ state })}
      />
      <span className="project-tools-end">
        <Menu
          label={t('project.sort')}
          placement="bottom end"
          trigger={<IconButton icon={SortIcon} label={`${t('project.sort')}: ${t(`project.sort.${view.sort}`)}`} />}
          groups={[
            {
              id: 'sort',
              heading: t('project.sort'),
              entries: SORTS.map((sort) => ({
                id: sort,
                label: t(`project.sort.${sort}`),
                selected: sort === view.sort,
                onAction: () => onView({ sort, reverse: false }),
              })),
            },
          ]}
        />
        {wide && (
          <SegmentedControl
            label={t('project.view')}
            iconsOnly
            segments={[
              { id: 'tiles', label: t('project.view.tiles'), icon: TilesIcon },
              { id: 'list', label: t('project.view.list'), icon: ListIcon },
            ]}
            value={view.view}
            onChange={(next) => onView({ view: next })}
          />
        )}
      </span>
    </search>
  );
}
