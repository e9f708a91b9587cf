// Adds several of the organisation's contacts to a project at once.

import { addContacts, listContactChoices } from '@plumbline/core/features/people/contract';
import { inOneLine } from '@plumbline/locales/one-line';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callAll } from '../../../api/client.ts';
import { failureText, shownFailure } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { VirtualList } from '../../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { AccountIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';

const NONE: ReadonlySet<string> = new Set();

export function AddContactsDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const t = useT();
  const params = { projectId };
  const [search, setSearch] = useState('');
  const [chosen, choose] = useState(NONE);
  const choices = useQuery({
    queryKey: ['contactChoices', projectId, search.trim()],
    queryFn: ({ signal }) =>
      callAll(
        listContactChoices,
        { params, query: { size: 1_000, ...(search.trim() && { search: search.trim() }) } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
  const add = useMutation({
    mutationFn: () =>
      call(addContacts, {
        params,
        body: { contacts: [...chosen].map((contactId) => ({ id: crypto.randomUUID(), contactId })) },
      }),
    onSuccess: ({ contacts }) => {
      showToast({ kind: 'success', text: t('people.contactsAdded', { count: contacts.length }) });
      onClose();
    },
  });
  return (
    <FormDialog
      isUnsaved={chosen.size > 0}
      title={t('people.addContacts')}
      size="small"
      isOpen
      isBusy={add.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button kind="next" isPending={add.isPending} isDisabled={chosen.size === 0} onPress={() => add.mutate()}>
            {t('people.doAdd')}
          </Button>
        </>
      }
    >
      <Stack gap={4} justify="start">
        <SearchField label={t('organisation.searchContacts')} value={search} onChange={setSearch} />
        <div className="contact-choices">
          {choices.error ? (
            <ErrorView failure={shownFailure(t, choices.error)} onRetry={() => void choices.refetch()} />
          ) : (
            <VirtualList
              label={t('organisation.tab.contacts')}
              rows={choices.data ?? []}
              idOf={(one) => one.contactId}
              nameOf={(one) => `${one.firstName} ${one.lastName}`.trim()}
              rowHeight={56}
              selection={{ ids: chosen, onChange: choose }}
              loading={choices.isPending ? 'first' : undefined}
              empty={
                <EmptyState icon={AccountIcon} title={t('people.none')}>
                  {t('people.contactsWhere')}
                </EmptyState>
              }
            >
              {(one) => (
                <Stack as="span" gap={0} shrink tight>
                  <span className="ui-table-text">{`${one.firstName} ${one.lastName}`.trim() || one.companyName}</span>
                  <span className="ui-help ui-table-text">{inOneLine([one.companyName, one.craft])}</span>
                </Stack>
              )}
            </VirtualList>
          )}
        </div>
        {add.error && <Notice kind="error">{failureText(t, add.error)}</Notice>}
      </Stack>
    </FormDialog>
  );
}
