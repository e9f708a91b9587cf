// Dialog for one contact: name, company, trade and contact details. A company that does not exist yet is created with
// it.
import type { ContactContent, ContactEntry } from '@plumbline/core/features/organisations/companies-contract';
import { useState } from 'react';
import { failureText, fieldProblem } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { ComboBox } from '../../../ui/choices/combo-box.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Grid, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useCompanyChoices } from '../../people/users/use-users.ts';
import { useCreateCompany, useCreateContact, useSaveContact } from './use-companies.ts';

type Texts = Omit<ContactContent, 'companyId'>;
const FIELDS = ['craft', 'jobTitle', 'department', 'phone', 'fax', 'email', 'internalId'] as const;
const EMPTY: Texts = {
  ...{ firstName: '', lastName: '', email: '', phone: '', fax: '', jobTitle: '', department: '', internalId: '' },
  ...{ craft: '', notes: '' },
};

type ContactDialogProps = { contact: ContactEntry | undefined; companyId?: string | undefined; onClose: () => void };

export function ContactDialog({ contact, companyId: preset, onClose }: ContactDialogProps) {
  const t = useT();
  const companies = useCompanyChoices();
  const make = useCreateContact();
  const addCompany = useCreateCompany();
  const change = useSaveContact();
  const [id] = useState(() => contact?.id ?? crypto.randomUUID());
  const [companyId, setCompanyId] = useState<string | null>(contact?.companyId ?? preset ?? null);
  const [companyText, setCompanyText] = useState<string>();
  const [start] = useState<Texts>(() =>
    contact
      ? (Object.fromEntries(Object.keys(EMPTY).map((field) => [field, contact[field as keyof Texts]])) as Texts)
      : EMPTY,
  );
  const [draft, setDraft] = useState(start);
  // Created by an attempt whose contact was refused; the list does not have it yet.
  const [created, setCreated] = useState<{ id: string; name: string }>();
  const all = [...(companies.data ?? []), ...(created ? [created] : [])];
  const chosen = all.find((one) => one.id === companyId);
  const typed = companyText ?? chosen?.name ?? contact?.companyName ?? '';
  const startCompany = contact?.companyName ?? all.find((one) => one.id === preset)?.name ?? '';
  const error = addCompany.error ?? (contact ? change.error : make.error);
  const busy = make.isPending || change.isPending || addCompany.isPending;
  const reset = () => {
    for (const one of [make, change, addCompany]) one.reset();
  };
  const set = (part: Partial<Texts>) => {
    setDraft({ ...draft, ...part });
    reset();
  };
  const save = async () => {
    const known = all.find((one) => one.name.toLowerCase() === typed.trim().toLowerCase());
    const made = async () => {
      const empty = { craft: '', street: '', zip: '', city: '', country: '', phone: '', email: '', notes: '' };
      const company = await addCompany.mutateAsync({ id: crypto.randomUUID(), ...empty, name: typed.trim() });
      setCreated(company);
      return company.id;
    };
    // Refused changes are shown and the dialog stays open.
    const into =
      companyId && typed === (chosen?.name ?? contact?.companyName)
        ? companyId
        : (known?.id ?? (await made().catch(() => undefined)));
    if (into === undefined) return;
    if (!contact) return make.mutate({ id, companyId: into, ...draft }, { onSuccess: onClose });
    const changed = Object.entries(draft).filter(([field, value]) => contact[field as keyof Texts] !== value);
    const set = { ...Object.fromEntries(changed), ...(into !== contact.companyId && { companyId: into }) };
    return change.mutate({ contactId: id, ...set }, { onSuccess: onClose });
  };
  const problemOf = (field: string) => fieldProblem(t, error, field);
  const companyProblem = fieldProblem(t, addCompany.error, 'name') ?? problemOf('companyId');
  const atField =
    companyProblem !== undefined ||
    ['firstName', 'lastName', 'notes', ...FIELDS].some((field) => problemOf(field) !== undefined);
  return (
    <FormDialog
      isUnsaved={draft !== start || typed !== startCompany}
      title={contact ? `${contact.firstName} ${contact.lastName}`.trim() : t('organisation.newContact')}
      detail={t('organisation.contactText')}
      size="small"
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button
            kind="next"
            isPending={busy}
            isDisabled={draft.lastName.trim() === '' || typed.trim() === ''}
            onPress={() => void save()}
          >
            {t('people.save')}
          </Button>
        </>
      }
    >
      <Stack gap={4} justify="start">
        {error && !atField && <Notice kind="error">{failureText(t, error)}</Notice>}
        <Grid columns="fit" min={170} gap={4}>
          <TextField
            label={t('organisation.field.firstName')}
            optional
            autoFocus
            maxLength={100}
            value={draft.firstName}
            problem={problemOf('firstName')}
            onChange={(firstName) => set({ firstName })}
          />
          <TextField
            label={t('organisation.field.lastName')}
            maxLength={100}
            value={draft.lastName}
            problem={problemOf('lastName')}
            onChange={(lastName) => set({ lastName })}
          />
        </Grid>
        <ComboBox
          label={t('people.company')}
          help={t('organisation.companyHelp')}
          allowsOwn
          choices={(companies.data ?? []).map((one) => ({
            id: one.id,
            label: one.name,
            detail: one.craft || undefined,
          }))}
          value={companyId}
          text={typed}
          maxLength={200}
          problem={companyProblem}
          onText={(text) => {
            setCompanyText(text);
            reset();
          }}
          onChange={(next) => {
            if (next === null) return;
            reset();
            setCompanyId(next);
            setCompanyText(undefined);
          }}
        />
        <Grid columns="fit" min={170} gap={4}>
          {FIELDS.map((field) => (
            <TextField
              key={field}
              label={
                field === 'craft'
                  ? t('people.craft')
                  : field === 'email'
                    ? t('people.email')
                    : t(`organisation.field.${field}`)
              }
              optional
              maxLength={
                field === 'email' ? 254 : field === 'internalId' ? 80 : field === 'phone' || field === 'fax' ? 40 : 120
              }
              value={draft[field]}
              problem={field === 'phone' && problemOf(field) ? t('organisation.phoneProblem') : problemOf(field)}
              onChange={(value) => set({ [field]: value })}
            />
          ))}
        </Grid>
        <TextArea
          label={t('organisation.field.notes')}
          optional
          maxLength={2_000}
          value={draft.notes}
          problem={problemOf('notes')}
          onChange={(notes) => set({ notes })}
        />
      </Stack>
    </FormDialog>
  );
}
