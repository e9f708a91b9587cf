// Contacts named in a project: people of companies without an account, who can be given tasks.
import { changeProjectContact } from '@plumbline/core/features/people/contract';
import type { ContactRow } from '@plumbline/core/features/people/schema';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { failureText } from '../../app/shown-failure.ts';
import { useProject, useRows } from '../../local/use-rows.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { VirtualList } from '../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Checkbox } from '../../ui/fields/checkbox.tsx';
import { SearchField } from '../../ui/fields/search-field.tsx';
import { AccountIcon, ArchiveIcon, CloseIcon, MoreIcon, RestoreIcon } from '../../ui/icons.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { Tag } from '../../ui/marks/tag.tsx';
import { useT } from '../../ui/translation.tsx';

export const contactName = ({ firstName, lastName, companyName }: ContactRow): string =>
  `${firstName} ${lastName}`.trim() || companyName;

export function ContactsList({ projectId, mayManage }: { projectId: string; mayManage: boolean }) {
  const t = useT();
  const sync = useProject(projectId);
  const contacts = useRows('contact', projectId);
  const [search, setSearch] = useState('');
  const [inactive, setInactive] = useState(false);
  const change = useMutation({
    mutationFn: ({ id, state }: Pick<ContactRow, 'id' | 'state'>) =>
      call(changeProjectContact, { params: { projectId, contactRowId: id }, body: { state } }),
    onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
  });
  const words = search.toLocaleLowerCase(t.locale).split(/\s+/u);
  const rows = (contacts ?? [])
    .filter((one) => one.state === 'active' || (inactive && one.state === 'inactive'))
    .filter((one) => {
      const text = [contactName(one), one.companyName, one.craft, one.email].join(' ').toLocaleLowerCase(t.locale);
      return words.every((word) => text.includes(word));
    })
    .toSorted(
      (a, b) => a.lastName.localeCompare(b.lastName, t.locale) || a.firstName.localeCompare(b.firstName, t.locale),
    );
  const waiting = contacts === undefined || (contacts.length === 0 && sync.state === 'loading');
  const menu = (one: ContactRow) =>
    mayManage && (
      <Menu
        label={t('people.more', { name: contactName(one) })}
        placement="bottom end"
        trigger={<IconButton icon={MoreIcon} label={t('people.more', { name: contactName(one) })} />}
        groups={[
          {
            id: 'do',
            entries: [
              one.state === 'inactive'
                ? {
                    id: 'active',
                    label: t('people.setActive'),
                    icon: RestoreIcon,
                    onAction: () => change.mutate({ id: one.id, state: 'active' }),
                  }
                : {
                    id: 'inactive',
                    label: t('people.setInactive'),
                    icon: ArchiveIcon,
                    onAction: () => change.mutate({ id: one.id, state: 'inactive' }),
                  },
              {
                id: 'remove',
                label: t('people.remove'),
                icon: CloseIcon,
                onAction: () => change.mutate({ id: one.id, state: 'removed' }),
              },
            ],
          },
        ]}
      />
    );
  return (
    <div className="members">
      <div className="members-tools">
        <SearchField label={t('organisation.searchContacts')} value={search} onChange={setSearch} />
        <span className="members-count ui-figures" role="status">
          {waiting ? '' : t('organisation.contactCount', { count: rows.length })}
        </span>
        <Checkbox isSelected={inactive} onChange={setInactive}>
          {t('people.showInactive')}
        </Checkbox>
      </div>
      <div className="members-table">
        <VirtualList
          label={t('organisation.tab.contacts')}
          rows={rows}
          idOf={(one) => one.id}
          nameOf={contactName}
          rowHeight={80}
          loading={waiting ? 'first' : undefined}
          empty={
            <EmptyState icon={AccountIcon} title={t('people.noContacts')}>
              {t('people.noContactsText')}
            </EmptyState>
          }
        >
          {(one) => (
            <div className="member-row">
              <span className="member-name">
                <Avatar name={contactName(one)} size={32} decorative />
                <span className="member-words">
                  <span className="ui-table-text">{contactName(one)}</span>
                  <span className="ui-help ui-table-text">{[one.phone, one.email].filter(Boolean).join(' · ')}</span>
                </span>
              </span>
              <span className="member-facts">
                {[one.companyName, one.craft].filter(Boolean).join(' · ')}{' '}
                {one.state === 'inactive' && <Tag>{t('people.inactive')}</Tag>}
              </span>
              {menu(one)}
            </div>
          )}
        </VirtualList>
      </div>
    </div>
  );
}
