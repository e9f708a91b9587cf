// Adds someone to the project with a role, by email. People outside the organisation are invited and added in one step,
// so that tasks can be assigned to them before they accept the invitation.
import type { Role } from '@plumbline/core/access/capabilities';
import { memberName } from '@plumbline/core/features/people/listed';
import { inviteUser } from '@plumbline/core/features/people/users-contract';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { Refusal } from '../../../api/failure.ts';
import { failureText, fieldProblem } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { useUser } from '../../../shared/session/session.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { MembershipFields } from './membership-fields.tsx';
import { useAddMember } from './use-people.ts';

export function AddMemberDialog({ projectId, onClose }: { projectId: string; onClose: () => void }) {
  const t = useT();
  const mayInvite = useUser().permissions.includes('user.manage');
  const add = useAddMember(projectId);
  const invite = useMutation({
    mutationFn: (email: string) => call(inviteUser, { body: { email, language: t.language } }),
  });
  // A retry with the same id refers to the same member.
  const [id] = useState(() => crypto.randomUUID());
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('contributor');
  const [companyName, setCompanyName] = useState('');
  const [craft, setCraft] = useState('');
  const { error } = add;
  const isBusy = add.isPending || invite.isPending;
  const unknown = error instanceof Refusal && error.field('email') === 'UNKNOWN';
  const already = error instanceof Refusal && error.code === 'already_exists';
  const problem = unknown
    ? mayInvite
      ? undefined
      : t('people.unknown')
    : already
      ? t('people.already')
      : fieldProblem(t, error, 'email');
  const save = (mayStillInvite = mayInvite) =>
    add.mutate(
      { id, email: email.trim(), role, companyName, craft },
      {
        onSuccess: (member) => {
          showToast({ kind: 'success', text: t('people.added', { name: memberName(member) }) });
          onClose();
        },
        onError: (failure) => {
          const isUnknown = failure instanceof Refusal && failure.field('email') === 'UNKNOWN';
          if (isUnknown && mayStillInvite) invite.mutate(email.trim(), { onSuccess: () => save(false) });
        },
      },
    );
  return (
    <FormDialog
      isUnsaved={email.trim() !== ''}
      title={t(mayInvite ? 'people.invite' : 'people.add')}
      size="small"
      isOpen
      isBusy={isBusy}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button kind="next" isPending={isBusy} isDisabled={email.trim() === ''} onPress={() => save()}>
            {t(mayInvite ? 'people.doInvite' : 'people.doAdd')}
          </Button>
        </>
      }
    >
      <Stack gap={4} justify="start">
        <TextField
          label={t('people.email')}
          type="email"
          autoFocus
          maxLength={254}
          help={t(mayInvite ? 'people.inviteHelp' : 'people.emailHelp')}
          problem={problem}
          value={email}
          onChange={(text) => {
            setEmail(text);
            add.reset();
            invite.reset();
          }}
        />
        {invite.isSuccess && unknown && (
          <Notice kind="success">{t('people.inviteSent', { email: email.trim() })}</Notice>
        )}
        {invite.error && <Notice kind="error">{failureText(t, invite.error)}</Notice>}
        <MembershipFields
          {...{ role, companyName, craft }}
          onRole={setRole}
          onCompany={setCompanyName}
          onCraft={setCraft}
        />
        {error && !unknown && problem === undefined && <Notice kind="error">{failureText(t, error)}</Notice>}
      </Stack>
    </FormDialog>
  );
}
