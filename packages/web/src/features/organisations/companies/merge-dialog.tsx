// Merges a duplicate company: all of its people move to the other company.
import type { CompanyEntry } from '@plumbline/core/features/organisations/companies-contract';
import { useState } from 'react';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { ComboBox } from '../../../ui/choices/combo-box.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useCompanyChoices } from '../../people/users/use-users.ts';
import { useMergeCompany } from './use-companies.ts';

export function MergeDialog({ company, onClose }: { company: CompanyEntry; onClose: () => void }) {
  const t = useT();
  const companies = useCompanyChoices();
  const merge = useMergeCompany();
  const [into, setInto] = useState<string | null>(null);
  const name = companies.data?.find((one) => one.id === into)?.name ?? '';
  const run = () => {
    if (into === null) return;
    merge.mutate(
      { companyId: company.id, into },
      {
        onSuccess: () => {
          showToast({ kind: 'success', text: t('organisation.merged', { name }) });
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title={t('organisation.mergeTitle', { name: company.name })}
      detail={t('organisation.mergeText', { users: company.users, contacts: company.contacts })}
      size="small"
      isOpen
      isBusy={merge.isPending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
          <Button kind="next" isPending={merge.isPending} isDisabled={into === null} onPress={run}>
            {t('organisation.merge')}
          </Button>
        </>
      }
    >
      <Stack gap={4} justify="start">
        <ComboBox
          label={t('organisation.mergeInto')}
          autoFocus
          choices={(companies.data ?? [])
            .filter((one) => one.id !== company.id)
            .map((one) => ({ id: one.id, label: one.name, detail: one.city || undefined }))}
          value={into}
          onChange={setInto}
        />
        {merge.error && <Notice kind="error">{failureText(t, merge.error)}</Notice>}
      </Stack>
    </Dialog>
  );
}
