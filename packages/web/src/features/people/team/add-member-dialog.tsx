// Adds someone to the project with a role. People outside the organisation are invited by email and added at once, so
// that tasks can be assigned to them before they accept the invitation.
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
  const { permissions } = useUser();
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
  const unknown = error instanceof Refusal && error.field('email') === 'UNKNOWN';
  const already = error instanceof Refusal && error.code === 'already_exists';
  const problem = unknown
    ? invite.isSuccess
      ? undefined
      : t('people.unknown')
    : already
      ? t('people.already')
      : fieldProblem(t, error, 'email');
  const save = () =>
    add.mutate(
      { id, email: email.trim(), role, companyName, craft },
      {
        onSuccess: (member) => {
          showToast({ kind: 'success', text: t('people.added', { name: memberName(member) }) });
          onClose();
        },
      },
    );
  return (
    <FormDialog
      isUnsaved={email.trim() !== ''}
      title={t('people.add')}
      size="small"
      isOpen
      isBusy={add.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button kind="next" isPending={add.isPending} isDisabled={email.trim() === ''} onPress={save}>
            {t('people.doAdd')}
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
          help={t('people.emailHelp')}
          problem={problem}
          value={email}
          onChange={(text) => {
            setEmail(text);
            add.reset();
            invite.reset();
          }}
        />
        {unknown && permissions.includes('user.manage') && !invite.isSuccess && (
          <Notice
            actions={
              <Button
                size="s"
                isPending={invite.isPending || add.isPending}
                onPress={() => invite.mutate(email.trim(), { onSuccess: save })}
              >
                {t('people.invite')}
              </Button>
            }
          >
            {t('people.inviteText', { email: email.trim() })}
          </Notice>
        )}
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
