// Adds several people of the organisation to a project at once, with one role. People outside it are added by email.

import { addMembers, listMemberChoices } from '@plumbline/core/features/people/contract';
import { memberName } from '@plumbline/core/features/people/listed';
import { inOneLine } from '@plumbline/locales/one-line';
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, callAll } from '../../../api/client.ts';
import { failureText, shownFailure } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { VirtualList } from '../../../ui/data/virtual-list.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { SearchField } from '../../../ui/fields/search-field.tsx';
import { AccountIcon, InviteIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { AddMemberDialog } from './add-member-dialog.tsx';
import { ASSIGNABLE_ROLES, type AssignableRole } from './use-people.ts';

const NONE: ReadonlySet<string> = new Set();

export function AddMembersDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const t = useT();
  const params = { projectId };
  const [search, setSearch] = useState('');
  const [chosen, choose] = useState(NONE);
  const [role, setRole] = useState<AssignableRole>('contributor');
  const [byEmail, setByEmail] = useState(false);
  const words = search.trim();
  const choices = useQuery({
    queryKey: ['memberChoices', projectId, words],
    queryFn: ({ signal }) =>
      callAll(listMemberChoices, { params, query: { size: 1_000, ...(words && { search: words }) } }, { signal }),
    placeholderData: keepPreviousData,
  });
  const add = useMutation({
    mutationFn: () =>
      call(addMembers, {
        params,
        body: { role, members: [...chosen].map((userId) => ({ id: crypto.randomUUID(), userId })) },
      }),
    onSuccess: ({ members }) => {
      showToast({ kind: 'success', text: t('people.membersAdded', { count: members.length }) });
      onClose();
    },
  });
  // With nobody left to choose, the next step is an invitation.
  if (byEmail || (choices.data?.length === 0 && words === ''))
    return <AddMemberDialog projectId={projectId} onClose={onClose} />;
  return (
    <FormDialog
      isUnsaved={chosen.size > 0}
      title={t('people.addMembers')}
      size="small"
      isOpen
      isBusy={add.isPending}
      onClose={onClose}
      actionsStart={
        <Button kind="quiet" icon={InviteIcon} onPress={() => setByEmail(true)}>
          {t('people.invite')}
        </Button>
      }
      actions={
        <Button kind="next" isPending={add.isPending} isDisabled={chosen.size === 0} onPress={() => add.mutate()}>
          {t('people.doAdd')}
        </Button>
      }
    >
      <Stack gap={4} justify="start">
        <SearchField label={t('organisation.search')} value={search} onChange={setSearch} />
        <div className="contact-choices">
          {choices.error ? (
            <ErrorView failure={shownFailure(t, choices.error)} onRetry={() => void choices.refetch()} />
          ) : (
            <VirtualList
              label={t('organisation.tab.users')}
              rows={choices.data ?? []}
              idOf={(one) => one.userId}
              nameOf={memberName}
              rowHeight={56}
              selection={{ ids: chosen, onChange: choose }}
              loading={choices.isPending ? 'first' : undefined}
              empty={<EmptyState icon={AccountIcon} title={t('people.none')} />}
            >
              {(one) => (
                <Stack as="span" gap={0} shrink tight>
                  <span className="ui-table-text">{memberName(one)}</span>
                  <span className="ui-help ui-table-text">{inOneLine([one.companyName, one.email])}</span>
                </Stack>
              )}
            </VirtualList>
          )}
        </div>
        <Select
          label={t('people.role')}
          value={role}
          choices={ASSIGNABLE_ROLES.map((id) => ({ id, label: t(`role.${id}`) }))}
          onChange={(id) => setRole(ASSIGNABLE_ROLES.find((one) => one === id) ?? role)}
        />
        {add.error && <Notice kind="error">{failureText(t, add.error)}</Notice>}
      </Stack>
    </FormDialog>
  );
}
