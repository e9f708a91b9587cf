// Placeholder for a plan while its data is fetched.
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { useT } from '../../../ui/translation.tsx';

export function PlanOpening() {
  const t = useT();
  return (
    <div className="plan-opening" role="status">
      <Spinner large />
      <span>{t('plan.loading')}</span>
    </div>
  );
}
