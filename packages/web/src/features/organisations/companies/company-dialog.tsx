// Dialog for one company: name, trade and address.
import type { CompanyContent, CompanyEntry } from '@plumbline/core/features/organisations/companies-contract';
import { useState } from 'react';
import { failureText, fieldProblem } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Grid, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useCreateCompany, useSaveCompany } from './use-companies.ts';

const FIELDS = ['craft', 'phone', 'email', 'street', 'zip', 'city', 'country'] as const;
const MAX_LENGTHS: Record<(typeof FIELDS)[number], number> = {
  ...{ craft: 120, phone: 40, email: 254, street: 200, zip: 20, city: 120, country: 120 },
};
const EMPTY: CompanyContent = {
  ...{ name: '', craft: '', street: '', zip: '', city: '', country: '', phone: '', email: '', notes: '' },
};

export function CompanyDialog({ company, onClose }: { company: CompanyEntry | undefined; onClose: () => void }) {
  const t = useT();
  const make = useCreateCompany();
  const change = useSaveCompany();
  const [id] = useState(() => company?.id ?? crypto.randomUUID());
  const [start] = useState<CompanyContent>(() =>
    company
      ? (Object.fromEntries(
          Object.keys(EMPTY).map((field) => [field, company[field as keyof CompanyContent]]),
        ) as CompanyContent)
      : EMPTY,
  );
  const [draft, setDraft] = useState(start);
  const { error } = company ? change : make;
  const busy = make.isPending || change.isPending;
  const set = (part: Partial<CompanyContent>) => {
    setDraft({ ...draft, ...part });
    make.reset();
    change.reset();
  };
  const save = () => {
    if (!company) return make.mutate({ id, ...draft }, { onSuccess: onClose });
    const changed = Object.entries(draft).filter(([field, value]) => company[field as keyof CompanyContent] !== value);
    return change.mutate({ companyId: id, ...Object.fromEntries(changed) }, { onSuccess: onClose });
  };
  const problemOf = (field: string) => fieldProblem(t, error, field);
  const atField = ['name', 'notes', ...FIELDS].some((field) => problemOf(field) !== undefined);
  return (
    <FormDialog
      isUnsaved={draft !== start}
      title={company ? company.name : t('organisation.newCompany')}
      size="small"
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button kind="next" isPending={busy} isDisabled={draft.name.trim() === ''} onPress={save}>
            {t('people.save')}
          </Button>
        </>
      }
    >
      <Stack gap={4} justify="start">
        <TextField
          label={t('people.company')}
          autoFocus
          maxLength={200}
          value={draft.name}
          problem={problemOf('name')}
          onChange={(name) => set({ name })}
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
              maxLength={MAX_LENGTHS[field]}
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
        {error && !atField && <Notice kind="error">{failureText(t, error)}</Notice>}
      </Stack>
    </FormDialog>
  );
}
