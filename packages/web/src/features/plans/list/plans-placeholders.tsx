// Placeholders for the list of plans: empty, and while the plans load.
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { FolderIcon, MapAreaIcon, PlanIcon, SearchIcon, UploadIcon } from '../../../ui/icons.tsx';
import { Grid, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import './plans.css';
import './plan-cards.css';

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
      {onImport ? t('plan.emptyText') : readsOnly && t('plan.importedBy')}
    </EmptyState>
  );
}

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function PlansSkeleton() {
  const t = useT();
  return (
    <Stack column flat fill anchor className="plans" aria-busy="true">
      <p className="ui-hidden" role="status">
        {t('plan.loadingProject')}
      </p>
      <Grid columns="fill" min={216} gap={4} pad="8 edge" className="plans-waiting" aria-hidden="true">
        {CARDS.map((card) => (
          <div key={card} className="plan-card">
            <span className="plan-picture">
              <Skeleton shape="block" height="100%" />
            </span>
            <Stack as="span" justify="start" fixed column className="plan-card-words">
              <Skeleton lines={2} />
            </Stack>
          </div>
        ))}
      </Grid>
    </Stack>
  );
}
