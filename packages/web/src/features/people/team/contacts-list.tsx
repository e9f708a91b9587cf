// Contacts added to a project: people at companies without an account, who can be assigned tasks.

import { changeProjectContacts } from '@plumbline/core/features/people/contract';
import { contactName } from '@plumbline/core/features/people/listed';
import type { ContactRow } from '@plumbline/core/site/rows/people';
import { inOneLine } from '@plumbline/locales/one-line';
import { useMemo } from 'react';
import { call } from '../../../api/client.ts';
import { SO_FAR, useIsPartial, useRows } from '../../../local/use-rows.ts';
import { shownResult, useBatch } from '../../../shared/batch/use-batch.tsx';
import { PartialCount } from '../../../shared/i18n/partial-count.tsx';
import { phoneAddress } from '../../../shared/navigation/addresses.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '../../../ui/actions/menu.tsx';
import type { TableColumn } from '../../../ui/data/table/virtual-table.tsx';
import { AccountIcon, ArchiveIcon, CloseIcon, MoreIcon, RestoreIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Avatar } from '../../../ui/marks/avatar.tsx';
import { Tag } from '../../../ui/marks/tag.tsx';
import { NARROW, PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { callGroup } from './list/call-group.ts';
import { filterBy } from './list/list-tools.tsx';
import { CONTACT_SORTS, type Facts, listBy } from './list/list-view.ts';
import { Listing } from './list/listing.tsx';
import { emailLine, personRowPx, twoLines } from './list/two-lines.tsx';
import { useListView } from './list/use-list-view.ts';

const NO_CONTACTS: readonly ContactRow[] = [];

const factsOf = (one: ContactRow): Facts<(typeof CONTACT_SORTS)[number]> => ({
  active: one.state === 'active',
  company: one.companyName,
  words: [contactName(one), one.companyName, one.craft, one.email, one.phone],
  by: {
    name: `${one.lastName} ${one.firstName}`.trim() || one.companyName,
    company: one.companyName,
    craft: one.craft,
    email: one.email,
  },
});

/** Sets one or several contacts active or inactive, or removes them. */
function useContactActions(projectId: string, onDone: () => void) {
  const t = useT();
  const batch = useBatch(onDone);
  const set = (rows: readonly ContactRow[], state: ContactRow['state']) => {
    const names = new Map(rows.map((row) => [row.id, contactName(row)]));
    const body = { contactRowIds: rows.map((row) => row.id), state };
    batch.begin({
      run: async () =>
        shownResult(
          t,
          await call(changeProjectContacts, { params: { projectId }, body }),
          (id) => names.get(id) ?? t('project.unknown'),
        ),
      doneText: (count) => t('people.contactsChanged', { count }),
      question:
        state === 'removed'
          ? {
              title: t('people.removeContactsTitle', { count: rows.length }),
              text: t('people.removeContactsText'),
              confirm: t('people.remove'),
              danger: true,
            }
          : undefined,
    });
  };
  const entries = (rows: readonly ContactRow[]): MenuEntry[] => [
    ...(rows.some((row) => row.state === 'inactive')
      ? [{ id: 'on', label: t('people.setActive'), icon: RestoreIcon, onAction: () => set(rows, 'active') }]
      : []),
    ...(rows.some((row) => row.state === 'active')
      ? [{ id: 'off', label: t('people.setInactive'), icon: ArchiveIcon, onAction: () => set(rows, 'inactive') }]
      : []),
    {
      id: 'remove',
      label: t('people.remove'),
      icon: CloseIcon,
      danger: true,
      onAction: () => set(rows, 'removed'),
    },
  ];
  return { entries, busy: batch.busy, dialogs: batch.dialogs };
}

export function ContactsList({ projectId, mayManage }: { projectId: string; mayManage: boolean }) {
  const t = useT();
  const [narrow, phone] = [useMedia(NARROW), useMedia(PHONE)];
  const isPart = useIsPartial(projectId);
  const contacts = useRows('contact', projectId, SO_FAR);
  const list = useListView({ projectId, view: 'contacts' }, CONTACT_SORTS);
  const { view, show, clear } = list;
  const contactActions = useContactActions(projectId, clear);
  const present = useMemo(() => (contacts ?? NO_CONTACTS).filter((one) => one.state !== 'removed'), [contacts]);
  const rows = useMemo(() => listBy(present, factsOf, view, t.locale), [present, view, t]);
  const companies = useMemo(
    () =>
      [...new Set(present.map((one) => one.companyName))]
        .filter((name) => name !== '')
        .toSorted(new Intl.Collator(t.locale, { numeric: true }).compare),
    [present, t],
  );
  // Blank for readers who may not see email addresses and phone numbers.
  const hasContactData = present.some((one) => one.email !== '' || one.phone !== '');
  const waiting = contacts === undefined || (rows.length === 0 && isPart);
  const menu = (one: ContactRow) =>
    (mayManage || one.phone) && (
      <Menu
        label={t('people.more', { name: contactName(one) })}
        placement="bottom end"
        trigger={<IconButton icon={MoreIcon} label={t('people.more', { name: contactName(one) })} />}
        groups={[callGroup(one.phone), { id: 'do', entries: mayManage ? contactActions.entries([one]) : [] }]}
      />
    );
  const who = (one: ContactRow) => (
    <Row as="span" gap={3} shrink>
      <Avatar name={contactName(one)} size={32} decorative />
      <Stack as="span" gap={0} shrink tight>
        <span className="ui-table-text">{contactName(one)}</span>
        {narrow && one.phone !== '' && <span className="ui-help">{one.phone}</span>}
        {emailLine(one.email, narrow)}
      </Stack>
    </Row>
  );
  const state = (one: ContactRow) => one.state === 'inactive' && <Tag>{t('people.inactive')}</Tag>;
  const columns: TableColumn<ContactRow>[] = [
    { id: 'name', header: t('people.name'), width: 'minmax(220px, 2fr)', sortable: true, cell: who },
    {
      id: 'company',
      header: t('people.company'),
      width: 'minmax(140px, 1.5fr)',
      sortable: true,
      cell: (one) => twoLines(one.companyName),
    },
    { id: 'craft', header: t('people.craft'), sortable: true, cell: (one) => twoLines(one.craft) },
    ...(hasContactData
      ? [
          {
            id: 'phone',
            header: t('organisation.field.phone'),
            width: 'minmax(172px, 1fr)',
            cell: (one: ContactRow) =>
              one.phone && (
                <Text touch>
                  <a href={phoneAddress(one.phone)}>{one.phone}</a>
                </Text>
              ),
          },
        ]
      : []),
    { id: 'state', header: t('people.state'), width: '112px', cell: state },
    { id: 'menu', header: '', width: '56px', cell: menu },
  ];
  return (
    <Stack gap={3} fill rows="head" least={320} className="members">
      <Listing
        label={t('organisation.tab.contacts')}
        searchLabel={t('organisation.searchContacts')}
        list={list}
        filters={[
          filterBy(
            'company',
            t('people.company'),
            view.company,
            companies.map((name) => ({ id: name, label: name })),
            (company) => show({ company }),
          ),
        ]}
        rows={rows}
        count={
          <PartialCount projectId={projectId} count={rows.length}>
            {t('organisation.contactCount', { count: rows.length })}
          </PartialCount>
        }
        waiting={waiting}
        idOf={(one) => one.id}
        nameOf={contactName}
        columns={columns}
        minWidth="900px"
        moreSorts={hasContactData ? [{ id: 'email', label: t('people.email') }] : []}
        card={(one) => (
          <>
            {who(one)}
            <Text clamp size="s" ink={2} className="member-facts">
              {inOneLine([one.companyName, one.craft])} {state(one)}
            </Text>
            {menu(one)}
          </>
        )}
        touchRowHeight={personRowPx(phone, hasContactData)}
        empty={{
          icon: AccountIcon,
          noMatches: t('people.none'),
          title: t('people.noContacts'),
          text: mayManage ? t('people.noContactsText') : undefined,
          any: present.length > 0,
          clear: t('organisation.clearFilter'),
          onClear: () => show({ search: '', company: undefined }),
        }}
        actions={
          mayManage
            ? (picked) => (
                <Menu
                  label={t('organisation.actions')}
                  placement="top end"
                  trigger={
                    <Button kind="quiet" icon={ArchiveIcon} isPending={contactActions.busy}>
                      {t('people.state')}
                    </Button>
                  }
                  groups={[{ id: 'do', entries: contactActions.entries(picked) }]}
                />
              )
            : undefined
        }
      />
      {contactActions.dialogs}
    </Stack>
  );
}
