// The page behind the code on a printed plan, for anyone: whether the print is current. Members open the plan from here.
import { getPrintedRevision } from '@plumbline/core/features/plans/prints/printed-revision';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../api/client.ts';
import { Refusal } from '../../../api/failure.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { IconMark, SuccessIcon, WarningIcon } from '../../../ui/icons.tsx';
import { PageSpinner } from '../../../ui/layout/page.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { PublicPage } from '../../../ui/layout/public-page.tsx';
import { useT } from '../../../ui/translation.tsx';
import './printed-plan.css';

const UNKNOWN: ReadonlySet<string> = new Set(['not_found', 'invalid_input']);

export function PrintedPlanScreen({ code }: { code: string }) {
  const t = useT();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['printed', code],
    queryFn: ({ signal }) => call(getPrintedRevision, { params: { code } }, { signal, retry: { attempts: 1 } }),
    retry: false,
    // The state of a moment ago may be wrong by now.
    gcTime: 0,
  });
  if (error) {
    const isUnknown = error instanceof Refusal && UNKNOWN.has(error.code);
    return (
      <PublicPage title={t(isUnknown ? 'printed.unknown' : 'printed.failed')}>
        {isUnknown ? (
          <Text as="p" ink={2}>
            {t('printed.unknownText')}
          </Text>
        ) : (
          <Notice
            kind="error"
            actions={
              <Button isPending={isFetching} onPress={() => void refetch()}>
                {t('report.retry')}
              </Button>
            }
          >
            {failureText(t, error)}
          </Notice>
        )}
      </PublicPage>
    );
  }
  if (!data) return <PageSpinner />;
  const { state } = data;
  return (
    <PublicPage
      title={t(`printed.${state}`)}
      icon={
        <Stack as="span" center corner="full" ink="warning" gap={0} className="printed-state" data-state={state}>
          <IconMark icon={state === 'current' ? SuccessIcon : WarningIcon} />
        </Stack>
      }
    >
      <Text as="p" size="l">
        {t(`printed.${state}Text`)}
      </Text>
      <Stack gap={2}>
        <LinkButton kind="next" size="l" href={`/print/${code}/open`}>
          {t('printed.open')}
        </LinkButton>
        <Text as="p" size="s" ink={2}>
          {t('printed.members')}
        </Text>
      </Stack>
    </PublicPage>
  );
}
