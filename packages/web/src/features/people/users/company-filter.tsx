// Filters the users by company, with a search since there may be hundreds.
import type { CompanyEntry } from '@plumbline/core/features/organisations/companies-contract';
import { Button } from '../../../ui/actions/button.tsx';
import { ComboBox } from '../../../ui/choices/combo-box.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';

type Props = {
  companies: readonly CompanyEntry[];
  value: string | undefined;
  onChoose: (companyId: string | undefined) => void;
  onClose: () => void;
};

export function CompanyFilter({ companies, value, onChoose, onClose }: Props) {
  const t = useT();
  return (
    <Dialog
      title={t('organisation.chooseCompanyTitle')}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <>
          {value !== undefined && <Button onPress={() => onChoose(undefined)}>{t('organisation.everyCompany')}</Button>}
          <Button onPress={onClose}>{t('ui.cancel')}</Button>
        </>
      }
    >
      <ComboBox
        label={t('people.company')}
        autoFocus
        choices={companies.map(({ id, name, craft }) => ({ id, label: name, detail: craft || undefined }))}
        value={companies.some((company) => company.id === value) ? (value ?? null) : null}
        onChange={(id) => {
          if (id !== null && id !== value) onChoose(id);
        }}
      />
    </Dialog>
  );
}
