// One user of the organisation: company, details, and the organisation-wide permissions.
import { mayGrant, mayManage, PERMISSIONS, type Permission } from '@plumbline/core/features/organisations/permissions';
import type { UserEntry } from '@plumbline/core/features/people/users-contract';
import { useState } from 'react';
import { failureText, fieldProblem } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { useUser } from '../../../shared/session/session.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { LongSelect } from '../../../ui/choices/long-select.tsx';
import { Switch } from '../../../ui/choices/switch.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { later } from '../../../ui/later.tsx';
import { Grid, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { MembershipStatusBadge } from './status-badge.tsx';
import { nameOf, useChangeUser, useCompanyChoices } from './use-users.ts';

const PersonDataPart = later(() =>
  import('../../personal-data/person-section.tsx').then((module) => module.PersonDataPart),
);

const DETAILS = ['jobTitle', 'department', 'phone', 'fax', 'internalId'] as const;
type Draft = Pick<UserEntry, (typeof DETAILS)[number] | 'companyId' | Permission>;

const draftOf = (user: UserEntry): Draft => ({
  ...{ companyId: user.companyId, jobTitle: user.jobTitle, department: user.department, phone: user.phone },
  ...{ fax: user.fax, internalId: user.internalId, owner: user.owner, admin: user.admin },
  ...{ manageUsers: user.manageUsers, createProjects: user.createProjects },
});

export function UserDialog({ user, onClose }: { user: UserEntry; onClose: () => void }) {
  const t = useT();
  const own = useUser();
  const companies = useCompanyChoices();
  const change = useChangeUser();
  const [draft, setDraft] = useState(() => draftOf(user));
  const rank = { owner: own.owner, admin: own.settings.admin, manageUsers: true };
  const locked = !mayManage(rank, user);
  const set = (part: Partial<Draft>) => {
    setDraft({ ...draft, ...part });
    change.reset();
  };
  const before = draftOf(user);
  const changed = Object.fromEntries(
    Object.entries(draft).filter(([field, value]) => before[field as keyof Draft] !== value),
  );
  const permissions = PERMISSIONS.some((right) => right in changed);
  // A company that has since been set inactive stays in the list while it is selected.
  const choices = [
    { id: 'none', label: t('organisation.noCompany') },
    ...(companies.data ?? []).map((company) => ({
      id: company.id,
      label: company.name,
      detail: company.craft || undefined,
    })),
    ...(user.companyId && !companies.data?.some((one) => one.id === user.companyId)
      ? [{ id: user.companyId, label: user.companyName, detail: companies.data && t('people.inactive') }]
      : []),
  ];
  const problemOf = (field: string) => fieldProblem(t, change.error, field);
  const atField = ['companyId', ...DETAILS].some((field) => problemOf(field) !== undefined);
  return (
    <FormDialog
      isUnsaved={Object.keys(changed).length > 0}
      title={nameOf(user)}
      detail={user.email}
      size="small"
      isOpen
      isBusy={change.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button
            kind="next"
            isPending={change.isPending}
            isDisabled={locked || Object.keys(changed).length === 0}
            onPress={() => change.mutate({ userId: user.userId, ...changed }, { onSuccess: onClose })}
          >
            {t('people.save')}
          </Button>
        </>
      }
    >
      <Stack gap={4} justify="start">
        <span>
          <MembershipStatusBadge status={user.state} />
        </span>
        {locked && <Notice>{t('organisation.locked')}</Notice>}
        <LongSelect
          label={t('people.company')}
          choices={choices}
          value={draft.companyId ?? 'none'}
          isDisabled={locked}
          problem={problemOf('companyId')}
          onChange={(id) => set({ companyId: id === 'none' ? null : id })}
        />
        <Grid columns="fit" min={170} gap={4}>
          {DETAILS.map((field) => (
            <TextField
              key={field}
              label={t(`organisation.field.${field}`)}
              optional
              maxLength={field === 'jobTitle' || field === 'department' ? 120 : field === 'internalId' ? 80 : 40}
              isDisabled={locked}
              value={draft[field]}
              problem={field === 'phone' && problemOf(field) ? t('organisation.phoneProblem') : problemOf(field)}
              onChange={(value) => set({ [field]: value })}
            />
          ))}
        </Grid>
        <Stack as="fieldset" gap={3}>
          <legend className="ui-label">{t('organisation.rights')}</legend>
          {PERMISSIONS.map((right) => (
            <Switch
              key={right}
              isSelected={draft[right]}
              isDisabled={locked || !mayGrant(rank, right)}
              onChange={(on) => set({ [right]: on })}
            >
              {t(`organisation.right.${right}`)}
            </Switch>
          ))}
        </Stack>
        {permissions && <Notice kind="warning">{t('organisation.rightsAnew')}</Notice>}
        {change.error && !atField && <Notice kind="error">{failureText(t, change.error)}</Notice>}
        {own.settings.admin && user.state !== 'removed' && (
          <PersonDataPart
            {...{ userId: user.userId, name: nameOf(user), email: user.email, onErased: onClose }}
            mayErase={!locked && user.userId !== own.userId}
          />
        )}
      </Stack>
    </FormDialog>
  );
}
