// Skeleton of the plans while they load.
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useT } from '../../../ui/translation.tsx';
import './plans.css';
import './plan-cards.css';

const CARDS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];

export function PlansSkeleton() {
  const t = useT();
  return (
    <div className="plans" aria-busy="true">
      <p className="ui-hidden" role="status">
        {t('plan.loadingProject')}
      </p>
      <div className="plans-waiting" aria-hidden="true">
        {CARDS.map((card) => (
          <div key={card} className="plan-card">
            <span className="plan-picture">
              <Skeleton shape="block" height="100%" />
            </span>
            <span className="plan-card-words">
              <Skeleton lines={2} />
            </span>
          </div>
        ))}
      </div>
    </div>
  );
}
