// Skeleton of the plans while they load.
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { Grid, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import './plans.css';
import './plan-cards.css';

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function PlansSkeleton() {
  const t = useT();
  return (
    <Stack column flat fill anchor className="plans" aria-busy="true">
      <p className="ui-hidden" role="status">
        {t('plan.loadingProject')}
      </p>
      <Grid columns="fill" min={216} gap={4} className="plans-waiting" aria-hidden="true">
        {CARDS.map((card) => (
          <div key={card} className="plan-card">
            <span className="plan-picture">
              <Skeleton shape="block" height="100%" />
            </span>
            <Stack as="span" justify="start" fixed className="plan-card-words">
              <Skeleton lines={2} />
            </Stack>
          </div>
        ))}
      </Grid>
    </Stack>
  );
}
