// Signing in by the organisation's own identity provider, as its administrators set it up.
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { LockIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';

export function SignOnTab() {
  const t = useT();
  return <EmptyState icon={LockIcon} title={t('organisation.tab.signOn')} />;
}
