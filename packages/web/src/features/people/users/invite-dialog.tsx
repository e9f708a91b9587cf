// Invites several people into the organisation by email at once, with licence and company.
import { LICENCE_KINDS, type LicenceKind } from '@plumbline/core/access/membership-status';
import { inviteUser } from '@plumbline/core/features/people/users-contract';
import { LANGUAGE_NAMES, LANGUAGES } from '@plumbline/locales/languages';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { LongSelect } from '../../../ui/choices/long-select.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { addressesIn } from './addresses-in.ts';
import { rememberInvitation } from './projects/last-invitation.ts';
import { NO_PROJECTS, ProjectChoice, useManagedProjects } from './projects/project-choice.tsx';
import { SuggestedProjects } from './projects/suggested-projects.tsx';
import { useCompanyChoices, useFigures, useInvalidatePeople } from './use-users.ts';

type RejectedInvitation = { email: string; reason: string };

export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const reread = useInvalidatePeople();
  const companies = useCompanyChoices();
  const figures = useFigures();
  const [text, setText] = useState('');
  const [licence, setLicence] = useState<LicenceKind | 'none' | undefined>();
  const [company, setCompany] = useState('none');
  const [language, setLanguage] = useState<string>(t.language);
  const managed = useManagedProjects();
  const [chosen, choose] = useState(NO_PROJECTS);
  const { addresses, wrong } = addressesIn(text);
  const send = useMutation({
    mutationFn: async (): Promise<RejectedInvitation[]> => {
      const refused: RejectedInvitation[] = [];
      const projects = [...chosen.projectIds].map((projectId) => ({ projectId, role: chosen.role }));
      for (const email of addresses) {
        const seat = licence === undefined ? {} : { licence: licence === 'none' ? null : licence };
        const companyId = company === 'none' ? null : company;
        const body = { email, language, ...seat, companyId, projects };
        await call(inviteUser, { body }).catch((error: unknown) => {
          refused.push({ email, reason: failureText(t, error) });
        });
      }
      return refused;
    },
    onSuccess: (refused) => {
      reread();
      const count = addresses.length - refused.length;
      if (count > 0) rememberInvitation(chosen);
      if (count > 0) showToast({ kind: 'success', text: t('organisation.invited', { count }) });
      if (refused.length === 0) onClose();
      // Only the refused addresses remain, so that they can be tried again.
      else setText(refused.map((one) => one.email).join('\n'));
    },
  });
  const left = (kind: LicenceKind) => {
    const most = figures.data?.seats[kind];
    return most === undefined || most === null
      ? undefined
      : t('organisation.licencesLeft', { count: Math.max(0, most - (figures.data?.licences[kind] ?? 0)) });
  };
  return (
    <FormDialog
      isUnsaved={text.trim() !== '' || chosen.projectIds.size > 0}
      title={t('organisation.invite')}
      detail={t('organisation.inviteText')}
      size="small"
      isOpen
      isBusy={send.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button
            kind="next"
            isPending={send.isPending}
            isDisabled={addresses.length === 0 || wrong.length > 0}
            onPress={() => send.mutate()}
          >
            {t('organisation.doInvite', { count: addresses.length })}
          </Button>
        </>
      }
    >
      <Stack gap={4} justify="start">
        <TextArea
          label={t('organisation.addresses')}
          help={t('organisation.addressesHelp')}
          problem={
            wrong.length > 0 ? t('organisation.addressesWrong', { what: wrong.slice(0, 3).join(', ') }) : undefined
          }
          autoFocus
          rows={4}
          value={text}
          onChange={setText}
        />
        {managed.projects && managed.projects.length > 0 && (
          <Stack as="section" gap={2} aria-label={t('people.addToProjects')}>
            <span className="ui-label">{t('people.addToProjects')}</span>
            <SuggestedProjects projects={managed.projects} value={chosen} onChange={choose} />
            <ProjectChoice value={chosen} onChange={choose} />
          </Stack>
        )}
        <Select
          label={t('organisation.filter.licence')}
          choices={[
            ...LICENCE_KINDS.map((kind) => ({
              id: kind,
              label: t(`organisation.licence.${kind}`),
              detail: left(kind),
            })),
            { id: 'none', label: t('organisation.licence.none'), detail: t('organisation.licenceNoneText') },
          ]}
          placeholder={t('organisation.licenceBest')}
          value={licence ?? null}
          onChange={(id) => setLicence([...LICENCE_KINDS, 'none' as const].find((one) => one === id))}
        />
        <LongSelect
          label={t('people.company')}
          choices={[
            { id: 'none', label: t('organisation.noCompany') },
            ...(companies.data ?? []).map((one) => ({ id: one.id, label: one.name, detail: one.craft || undefined })),
          ]}
          value={company}
          onChange={setCompany}
        />
        <Select
          label={t('shell.language')}
          choices={LANGUAGES.map((one) => ({ id: one, label: LANGUAGE_NAMES[one] }))}
          value={language}
          onChange={setLanguage}
        />
        {send.data && send.data.length > 0 && (
          <Notice kind="error">
            <Stack as="ul" gap={1}>
              {send.data.map((one) => (
                <li key={one.email}>
                  <strong>{one.email}</strong> {one.reason}
                </li>
              ))}
            </Stack>
          </Notice>
        )}
      </Stack>
    </FormDialog>
  );
}
