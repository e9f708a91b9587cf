// Companies of the organisation: create, edit, set inactive, and merge duplicates.

import { COMPANY_SORTS, type CompanyEntry } from '@plumbline/core/features/organisations/companies-contract';
import { inOneLine } from '@plumbline/locales/one-line';
import { useMemo, useState } from 'react';
import { shownFailure } from '../../../shared/data/shown-failure.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { userManagementAddress } from '../../../shared/navigation/user-management.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { type TableColumn, VirtualTable } from '../../../ui/data/table/virtual-table.tsx';
import { VirtualList } from '../../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { AddIcon, EditIcon, MoreIcon, MoveIcon, OrganisationIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { Box, Grid, Row, Stack } from '../../../ui/layout/primitives.tsx';
import { NARROW, PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { ListTools, useListView } from './list-tools.tsx';
import { useActive } from './use-active.tsx';
import { useCompanies } from './use-companies.ts';

const CompanyDialog = later(() => import('./company-dialog.tsx').then((module) => module.CompanyDialog));
const MergeDialog = later(() => import('./merge-dialog.tsx').then((module) => module.MergeDialog));

export function CompaniesTab() {
  const t = useT();
  const [narrow, phone] = [useMedia(NARROW), useMedia(PHONE)];
  const { view, change, sort, onSort, query } = useListView('companies', COMPANY_SORTS);
  const list = useCompanies(query);
  const [edited, edit] = useState<CompanyEntry | 'new'>();
  const [merged, merge] = useState<CompanyEntry>();
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.content) ?? [], [list.data]);
  const total = list.data?.pages[0]?.totalElements ?? 0;
  const { entry, bar, clear, selection } = useActive('companies', rows, (one) => one.name);
  const menu = (company: CompanyEntry) => (
    <Menu
      label={t('people.more', { name: company.name })}
      placement="bottom end"
      trigger={<IconButton icon={MoreIcon} label={t('people.more', { name: company.name })} />}
      groups={[
        {
          id: 'do',
          entries: [
            { id: 'edit', label: t('people.edit'), icon: EditIcon, onAction: () => edit(company) },
            { id: 'merge', label: t('organisation.merge'), icon: MoveIcon, onAction: () => merge(company) },
            entry(company),
          ],
        },
      ]}
    />
  );
  const people = (company: CompanyEntry, of: 'users' | 'contacts') =>
    company[of] === 0 ? (
      t.number(0)
    ) : (
      <a href={`${userManagementAddress(of)}?company=${company.id}`}>{t.number(company[of])}</a>
    );
  const columns: TableColumn<CompanyEntry>[] = [
    {
      id: 'name',
      header: t('people.company'),
      width: 'minmax(200px, 3fr)',
      sortable: true,
      cell: (one) => <strong className="ui-table-text">{one.name}</strong>,
    },
    { id: 'craft', header: t('people.craft'), width: 'minmax(120px, 2fr)', sortable: true, cell: (one) => one.craft },
    {
      id: 'city',
      header: t('organisation.field.city'),
      sortable: true,
      cell: (one) => [one.zip, one.city].filter(Boolean).join(' '),
    },
    { id: 'phone', header: t('organisation.field.phone'), width: 'minmax(172px, 1fr)', cell: (one) => one.phone },
    {
      id: 'users',
      header: t('organisation.tab.users'),
      width: '88px',
      align: 'end',
      sortable: true,
      cell: (one) => people(one, 'users'),
    },
    {
      id: 'contacts',
      header: t('organisation.tab.contacts'),
      width: '96px',
      align: 'end',
      sortable: true,
      cell: (one) => people(one, 'contacts'),
    },
    { id: 'menu', header: t('organisation.actions'), hideHeader: true, width: '56px', cell: menu },
  ];
  const add = (
    <Button kind="next" icon={AddIcon} onPress={() => edit('new')}>
      {t('organisation.newCompany')}
    </Button>
  );
  const common = {
    label: t('organisation.tab.companies'),
    rows,
    idOf: (companyEntry: CompanyEntry) => companyEntry.id,
    nameOf: (companyEntry: CompanyEntry) => companyEntry.name,
    onOpen: edit,
    selection,
    loading: list.isPending ? ('first' as const) : list.isFetchingNextPage ? ('more' as const) : undefined,
    onEnd: () => {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
    },
    total,
    empty:
      view.search === '' && view.state === 'active' ? (
        <EmptyState icon={OrganisationIcon} title={t('organisation.noCompanies')}>
          {t('organisation.noCompaniesText')}
        </EmptyState>
      ) : (
        <EmptyState icon={OrganisationIcon} title={t('people.none')} />
      ),
  };
  return (
    <Stack gap={3} fill anchor rows="head" least={320} className="users">
      <ScreenHead title={t('organisation.title')} path={[{ id: 'organisation', label: t('organisation.title') }]}>
        {!phone && add}
      </ScreenHead>
      <ListTools
        label={t('organisation.searchCompanies')}
        view={view}
        count={list.isPending ? '' : t('organisation.companyCount', { count: total })}
        sorts={columns.filter((column) => column.sortable).map(({ id, header }) => ({ id, label: header }))}
        onChange={(part) => {
          clear();
          change(part);
        }}
        onSort={onSort}
      />
      <Box flat className="users-table">
        {list.error && !list.data ? (
          <ErrorView failure={shownFailure(t, list.error)} onRetry={() => void list.refetch()} />
        ) : narrow ? (
          <VirtualList {...common} rowHeight={76}>
            {(one) => (
              <Grid columns="rest auto" gap="0.5 3" align="center" shrink grow className="user-row">
                <strong className="ui-table-text">{one.name}</strong>
                <Row as="span" shrink size="s" ink={2} className="user-facts user-facts-flush">
                  <span className="ui-table-text">
                    {inOneLine([one.craft, one.city]) || '–'} ·{' '}
                    {t('organisation.peopleCount', { count: one.users + one.contacts })}
                  </span>
                </Row>
                {menu(one)}
              </Grid>
            )}
          </VirtualList>
        ) : (
          <VirtualTable {...common} columns={columns} sort={sort} onSort={onSort} minWidth="980px" />
        )}
      </Box>
      {phone && <Stack gap={0}>{add}</Stack>}
      {bar}
      {edited && <CompanyDialog company={edited === 'new' ? undefined : edited} onClose={() => edit(undefined)} />}
      {merged && <MergeDialog company={merged} onClose={() => merge(undefined)} />}
    </Stack>
  );
}
