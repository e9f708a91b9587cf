// Opens the plan that a printed code belongs to, for those who may see it.
import { openPrintedRevision } from '@plumbline/core/features/plans/prints/printed-revision';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '../../../api/client.ts';
import { Refusal } from '../../../api/failure.ts';
import { shownFailure } from '../../../shared/data/shown-failure.ts';
import { planAddress } from '../../../shared/navigation/addresses.ts';
import { LinkButton } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { ErrorView } from '../../../ui/feedback/error-view.tsx';
import { LockIcon } from '../../../ui/icons.tsx';
import { MainPart, PageSpinner } from '../../../ui/layout/page.tsx';
import { useT } from '../../../ui/translation.tsx';

export function OpenPrintedPlan({ code }: { code: string }) {
  const t = useT();
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery({
    queryKey: ['printed', code, 'plan'],
    queryFn: ({ signal }) => call(openPrintedRevision, { params: { code } }, { signal }),
    retry: false,
    gcTime: 0,
  });
  useEffect(() => {
    if (data) void navigate({ href: planAddress({ ...data, viewType: 'plan' }), replace: true });
  }, [data, navigate]);
  if (!error) return <PageSpinner />;
  if (!(error instanceof Refusal) || error.code !== 'not_found')
    return <ErrorView failure={shownFailure(t, error)} onRetry={() => void refetch()} />;
  return (
    <MainPart className="fault">
      <EmptyState
        screen
        icon={LockIcon}
        title={t('printed.noAccess')}
        action={
          <LinkButton kind="brand" href="/">
            {t('nav.allProjects')}
          </LinkButton>
        }
      >
        {t('printed.noAccessText')}
      </EmptyState>
    </MainPart>
  );
}
