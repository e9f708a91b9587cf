// A member's role, company and trade in the project.
import type { Role } from '@plumbline/core/access/capabilities';
import { useState } from 'react';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { MembershipFields } from './membership-fields.tsx';
import { type Person, useChangeMember } from './use-people.ts';

export function MemberDialog({
  projectId,
  person,
  onClose,
}: {
  projectId: string;
  person: Person;
  onClose: () => void;
}) {
  const t = useT();
  const { member, name } = person;
  const change = useChangeMember(projectId);
  const [role, setRole] = useState<Role>(member.role);
  const [companyName, setCompanyName] = useState(member.companyName);
  const [craft, setCraft] = useState(member.craft);
  const save = () =>
    change.mutate(
      {
        memberId: member.id,
        // Unchanged fields are not sent, so that another person's concurrent change is kept.
        ...(role !== member.role && { role }),
        ...(companyName !== member.companyName && { companyName }),
        ...(craft !== member.craft && { craft }),
      },
      { onSuccess: onClose },
    );
  return (
    <FormDialog
      title={t('people.editTitle', { name })}
      size="small"
      isOpen
      isBusy={change.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button kind="next" isPending={change.isPending} onPress={save}>
            {t('people.save')}
          </Button>
        </>
      }
    >
      <Stack gap={4} justify="start">
        <MembershipFields
          {...{ role, companyName, craft }}
          roleHelp={role === member.role ? undefined : t('people.roleHelp')}
          onRole={setRole}
          onCompany={setCompanyName}
          onCraft={setCraft}
        />
        {change.error && <Notice kind="error">{failureText(t, change.error)}</Notice>}
      </Stack>
    </FormDialog>
  );
}
