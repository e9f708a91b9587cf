// Empty state of the plans: what they are for, and the one next step.
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { FolderIcon, MapAreaIcon, PlanIcon, SearchIcon, UploadIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';

export type PlansEmptyProps = {
  searching: boolean;
  active: boolean;
  inFolder: boolean;
  /** Undefined for users without the permission. */
  onImport: (() => void) | undefined;
  onNewMap: (() => void) | undefined;
  /** False until it is known that the user only reads: a new project must not tell its creator to ask an administrator. */
  readsOnly: boolean;
};

export function PlansEmpty({ searching, active, inFolder, onImport, onNewMap, readsOnly }: PlansEmptyProps) {
  const t = useT();
  if (searching) {
    return (
      <EmptyState icon={SearchIcon} title={t('plan.noneFound')}>
        {t('plan.noneFoundText')}
      </EmptyState>
    );
  }
  if (!active) return <EmptyState icon={PlanIcon} title={t('plan.noInactive')} />;
  const action = onImport && (
    <>
      <Button kind="next" size="l" icon={UploadIcon} onPress={onImport}>
        {t('plan.import')}
      </Button>
      <Button size="l" icon={MapAreaIcon} {...(onNewMap && { onPress: onNewMap })}>
        {t('maps.new')}
      </Button>
    </>
  );
  if (inFolder) {
    return (
      <EmptyState icon={FolderIcon} title={t('plan.emptyFolder')} action={action}>
        {onImport ? t('plan.emptyFolderText') : undefined}
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={PlanIcon} title={t('plan.emptyTitle')} action={action}>
      {onImport ? t('plan.emptyText') : readsOnly && t('plan.emptyReader')}
    </EmptyState>
  );
}
