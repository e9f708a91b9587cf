// Filters of the user list: the menu, and a removable chip for each active one. Without column headers it also sorts.
import { ORGANISATION_STATUSES } from '@plumbline/core/access/membership-status';
import { USER_ROLES, USER_SORTS, type UserEntry } from '@plumbline/core/features/people/users-contract';
import { useState } from 'react';
import { Button } from '../../../ui/actions/button.tsx';
import { Menu, type MenuGroup } from '../../../ui/actions/menu.tsx';
import { CloseIcon, FilterIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { useT } from '../../../ui/translation.tsx';
import { LICENCE_FILTERS, type UserView } from './user-view.ts';

const CompanyFilter = later(() => import('./company-filter.tsx').then((module) => module.CompanyFilter));

type Props = {
  view: UserView;
  /** The users listed: they know the name of the company that is filtered by. */
  users: readonly UserEntry[];
  sorts: boolean;
  onChange: (part: Partial<UserView>) => void;
};

export function UsersFilter({ view, users, sorts, onChange }: Props) {
  const t = useT();
  const [choosingCompany, chooseCompany] = useState(false);
  const companyName = (id: string) =>
    id === 'none' ? t('organisation.noCompany') : (users.find((user) => user.companyId === id)?.companyName ?? '…');
  const chips = [
    view.state && { field: 'state', label: t(`organisation.status.${view.state}`) },
    view.role && { field: 'role', label: t(`organisation.role.${view.role}`) },
    view.licence && { field: 'licence', label: t(`organisation.licence.${view.licence}`) },
    view.company && { field: 'company', label: companyName(view.company) },
  ].filter((one) => one !== undefined && one !== '');
  const group = <Id extends string>(
    field: 'state' | 'role' | 'licence',
    ids: readonly Id[],
    label: (id: Id) => string,
  ): MenuGroup => ({
    id: field,
    heading: t(`organisation.filter.${field}`),
    entries: ids.map((id) => ({
      id: `${field}-${id}`,
      label: label(id),
      selected: view[field] === id,
      onAction: () => onChange({ [field]: view[field] === id ? undefined : id } as Partial<UserView>),
    })),
  });
  const byCompany: MenuGroup = {
    id: 'company',
    heading: t('people.company'),
    entries: [
      {
        id: 'company-none',
        label: t('organisation.noCompany'),
        selected: view.company === 'none',
        onAction: () => onChange({ company: view.company === 'none' ? undefined : 'none' }),
      },
      {
        id: 'company-some',
        label: t('organisation.chooseCompany'),
        selected: view.company !== undefined && view.company !== 'none',
        onAction: () => chooseCompany(true),
      },
    ],
  };
  const order: MenuGroup = {
    id: 'sort',
    heading: t('organisation.sort'),
    entries: USER_SORTS.map((sort) => ({
      id: `sort-${sort}`,
      label: t(`organisation.sort.${sort}`),
      selected: view.sort === sort,
      onAction: () => onChange({ sort, reverse: view.sort === sort && !view.reverse }),
    })),
  };
  return (
    <>
      <Menu
        label={t('organisation.filter')}
        placement="bottom start"
        trigger={
          <Button icon={FilterIcon} kind={chips.length > 0 ? 'brand' : 'default'}>
            {t('organisation.filter')}
          </Button>
        }
        groups={[
          group('state', ORGANISATION_STATUSES, (id) => t(`organisation.status.${id}`)),
          group('role', USER_ROLES, (id) => t(`organisation.role.${id}`)),
          group('licence', LICENCE_FILTERS, (id) => t(`organisation.licence.${id}`)),
          byCompany,
          ...(sorts ? [order] : []),
        ]}
      />
      {chips.map(({ field, label }) => (
        <Button key={field} size="s" icon={CloseIcon} onPress={() => onChange({ [field]: undefined })}>
          {label}
        </Button>
      ))}
      {choosingCompany && (
        <CompanyFilter
          value={view.company}
          onChoose={(company) => {
            chooseCompany(false);
            onChange({ company });
          }}
          onClose={() => chooseCompany(false)}
        />
      )}
    </>
  );
}
