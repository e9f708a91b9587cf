// Toolbar above the project list: search, whose projects, order, cards or table.
import { PROJECT_SORTS } from '@plumbline/core/features/projects/contract';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx';
import { ToolButton } from '../../ui/fields/filter-button.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { FieldsIcon, ListIcon, SortIcon, TilesIcon } from '../../ui/icons.tsx';
import { Row, Toolbar } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import type { ProjectView } from './project-view.ts';

type ProjectToolbarProps = {
  search: string;
  onSearch: (search: string) => void;
  view: ProjectView;
  onView: (change: Partial<ProjectView>) => void;
  /** Administrators of the organisation may also list projects they are not members of. */
  seesOthers: boolean;
  /** Wide enough to choose between cards and table. */
  wide: boolean;
  /** On phones everything except the search is in one menu. */
  phone: boolean;
  /** Further buttons, before the order. */
  buttons?: ReactNode;
};

export function ProjectToolbar(props: ProjectToolbarProps) {
  const { search, onSearch, view, onView, seesOthers, wide, phone, buttons } = props;
  const t = useT();
  const whose = (
    [
      ['mine', t('project.mine')],
      ['other', t('project.others')],
    ] as const
  ).map(([id, label]) => ({ id, label }));
  const states = (['active', 'inactive'] as const).map((id) => ({ id, label: t(`project.${id}`) }));
  const narrowed = view.state === 'inactive' || (seesOthers && view.whose === 'other');
  return (
    <Toolbar as="search" gap="control" className="project-tools">
      <SearchField
        label={t('project.search')}
        // Beside the buttons a phone has no room for the whole label.
        shortLabel={phone ? t('shell.search') : undefined}
        value={search}
        onChange={onSearch}
      />
      {seesOthers && !phone && (
        <SegmentedControl
          label={t('project.whose')}
          segments={whose}
          value={view.whose}
          onChange={(next) => onView({ whose: next })}
        />
      )}
      {!phone && (
        <SegmentedControl
          label={t('project.state')}
          segments={states}
          value={view.state}
          onChange={(state) => onView({ state })}
        />
      )}
      <Row as="span" gap="control" push>
        {buttons}
        <Menu
          label={phone ? t('project.filter') : t('project.sort')}
          placement="bottom end"
          trigger={
            phone ? (
              <IconButton icon={FieldsIcon} label={t('project.filter')} kind={narrowed ? 'brand' : 'default'} />
            ) : (
              <ToolButton icon={SortIcon} label={`${t('project.sort')}: ${t(`project.sort.${view.sort}`)}`} />
            )
          }
          groups={[
            {
              id: 'whose',
              heading: t('project.whose'),
              entries:
                phone && seesOthers
                  ? whose.map((one) => ({
                      ...one,
                      selected: one.id === view.whose,
                      onAction: () => onView({ whose: one.id }),
                    }))
                  : [],
            },
            {
              id: 'state',
              heading: t('project.state'),
              entries: phone
                ? states.map((state) => ({
                    ...state,
                    selected: state.id === view.state,
                    onAction: () => onView({ state: state.id }),
                  }))
                : [],
            },
            {
              id: 'sort',
              heading: t('project.sort'),
              entries: PROJECT_SORTS.map((sort) => ({
                id: sort,
                label: t(`project.sort.${sort}`),
                selected: sort === view.sort,
                onAction: () => onView({ sort, reverse: false }),
              })),
            },
            {
              id: 'order',
              entries: [
                {
                  id: 'reverse',
                  label: t('plan.sortReverse'),
                  selected: view.reverse,
                  onAction: () => onView({ reverse: !view.reverse }),
                },
              ],
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
      </Row>
    </Toolbar>
  );
}
