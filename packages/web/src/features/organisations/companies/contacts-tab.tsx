// Contacts: people at companies who have no user account. Once added to a project, they can be assigned tasks.

import { CONTACT_SORTS, type ContactEntry } from '@plumbline/core/features/organisations/companies-contract';
import { inOneLine } from '@plumbline/locales/one-line';
import { useMemo, useState } from 'react';
import { shownFailure } from '../../../shared/data/shown-failure.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { type TableColumn, VirtualTable } from '../../../ui/data/table/virtual-table.tsx';
import { VirtualList } from '../../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { AccountIcon, AddIcon, CloseIcon, EditIcon, MoreIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { Box, Grid, Row, Stack, Toolbar } from '../../../ui/layout/primitives.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { NARROW, PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { ListTools, useListView } from './list-tools.tsx';
import { useActive } from './use-active.tsx';
import { useContacts } from './use-companies.ts';

const ContactDialog = later(() => import('./contact-dialog.tsx').then((module) => module.ContactDialog));

const nameOf = ({ firstName, lastName, companyName }: ContactEntry) => `${firstName} ${lastName}`.trim() || companyName;

export function ContactsTab() {
  const t = useT();
  const [narrow, phone] = [useMedia(NARROW), useMedia(PHONE)];
  const { view, change, sort, onSort, query } = useListView('contacts', CONTACT_SORTS);
  const list = useContacts(query);
  const [edited, edit] = useState<ContactEntry | 'new'>();
  const rows = useMemo(() => list.data?.pages.flatMap((page) => page.content) ?? [], [list.data]);
  const total = list.data?.pages[0]?.totalElements ?? 0;
  const { entry, bar, clear, selection } = useActive('contacts', rows, nameOf);
  const menu = (contact: ContactEntry) => (
    <Menu
      label={t('people.more', { name: nameOf(contact) })}
      placement="bottom end"
      trigger={<IconButton icon={MoreIcon} label={t('people.more', { name: nameOf(contact) })} />}
      groups={[
        {
          id: 'do',
          entries: [
            { id: 'edit', label: t('people.edit'), icon: EditIcon, onAction: () => edit(contact) },
            entry(contact),
          ],
        },
      ]}
    />
  );
  const who = (contact: ContactEntry) => (
    <Row as="span" gap={3} shrink>
      <Avatar name={nameOf(contact)} size={32} decorative />
      <Stack as="span" gap={0} shrink tight>
        <span className="ui-table-text">{nameOf(contact)}</span>
        <span className="ui-help ui-table-text">{contact.email || contact.phone || contact.jobTitle}</span>
      </Stack>
    </Row>
  );
  const columns: TableColumn<ContactEntry>[] = [
    { id: 'name', header: t('people.name'), width: 'minmax(220px, 3fr)', sortable: true, cell: who },
    {
      id: 'company',
      header: t('people.company'),
      width: 'minmax(140px, 2fr)',
      sortable: true,
      cell: (one) => one.companyName,
    },
    { id: 'craft', header: t('people.craft'), width: 'minmax(110px, 1fr)', sortable: true, cell: (one) => one.craft },
    { id: 'phone', header: t('organisation.field.phone'), width: 'minmax(172px, 1fr)', cell: (one) => one.phone },
    { id: 'projects', header: t('nav.projects'), width: '96px', align: 'end', cell: (one) => t.number(one.projects) },
    { id: 'menu', header: t('organisation.actions'), hideHeader: true, width: '56px', cell: menu },
  ];
  const add = (
    <Button kind="next" icon={AddIcon} onPress={() => edit('new')}>
      {t('organisation.newContact')}
    </Button>
  );
  const common = {
    label: t('organisation.tab.contacts'),
    rows,
    idOf: (contactEntry: ContactEntry) => contactEntry.id,
    nameOf,
    onOpen: edit,
    selection,
    loading: list.isPending ? ('first' as const) : list.isFetchingNextPage ? ('more' as const) : undefined,
    onEnd: () => {
      if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
    },
    total,
    empty:
      view.search === '' && view.state === 'active' && !view.company ? (
        <EmptyState icon={AccountIcon} title={t('organisation.noContacts')}>
          {t('organisation.noContactsText')}
        </EmptyState>
      ) : (
        <EmptyState icon={AccountIcon} title={t('people.none')} />
      ),
  };
  return (
    <Stack gap={3} fill anchor rows="head" least={320} className="users">
      <ScreenHead title={t('organisation.title')} path={[{ id: 'organisation', label: t('organisation.title') }]}>
        {!phone && add}
      </ScreenHead>
      <Toolbar gap="2 3" className="users-tools">
        <ListTools
          label={t('organisation.searchContacts')}
          view={view}
          count={list.isPending ? '' : t('organisation.contactCount', { count: total })}
          sorts={[
            ...columns.filter((column) => column.sortable).map(({ id, header }) => ({ id, label: header })),
            { id: 'email', label: t('people.email') },
          ]}
          onChange={(part) => {
            clear();
            change(part);
          }}
          onSort={onSort}
        />
        {view.company && (
          <Button size="s" icon={CloseIcon} onPress={() => change({ company: undefined })}>
            {rows[0]?.companyName ?? t('people.company')}
          </Button>
        )}
      </Toolbar>
      <Box flat className="users-table">
        {list.error && !list.data ? (
          <ErrorView failure={shownFailure(t, list.error)} onRetry={() => void list.refetch()} />
        ) : narrow ? (
          <VirtualList {...common} rowHeight={84}>
            {(one) => (
              <Grid columns="rest auto" gap="0.5 3" align="center" shrink grow className="user-row">
                {who(one)}
                <Row as="span" shrink size="s" ink={2} className="user-facts">
                  <span className="ui-table-text">{inOneLine([one.companyName, one.craft])}</span>
                </Row>
                {menu(one)}
              </Grid>
            )}
          </VirtualList>
        ) : (
          <VirtualTable {...common} columns={columns} sort={sort} onSort={onSort} rowHeight={56} minWidth="900px" />
        )}
      </Box>
      {phone && <Stack gap={0}>{add}</Stack>}
      {bar}
      {edited && (
        <ContactDialog
          contact={edited === 'new' ? undefined : edited}
          companyId={view.company}
          onClose={() => edit(undefined)}
        />
      )}
    </Stack>
  );
}
