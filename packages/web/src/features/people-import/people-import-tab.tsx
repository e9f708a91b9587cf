// Bringing people in from a table: choosing the file, and how far imports are.
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { UploadIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';

export function PeopleImportTab() {
  const t = useT();
  return <EmptyState icon={UploadIcon} title={t('organisation.tab.import')} />;
}
