// Filters the users by company, with a search since there may be hundreds.
import { Button } from '../../../ui/actions/button.tsx';
import { ComboBox } from '../../../ui/choices/combo-box.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { useCompanyChoices } from './use-users.ts';

type Props = {
  value: string | undefined;
  onChoose: (companyId: string | undefined) => void;
  onClose: () => void;
};

export function CompanyFilter({ value, onChoose, onClose }: Props) {
  const t = useT();
  const companies = useCompanyChoices().data ?? [];
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
