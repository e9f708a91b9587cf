// Exports personal data to a file: request it, and download it when ready. Covers the user's own data, or another
// person's for administrators.
import {
  askDataOf,
  askOwnData,
  dataExportsOf,
  ownDataExports,
  type PersonalExport,
} from '@plumbline/core/features/personal-data/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { DownloadIcon, ErrorIcon, IconMark, SuccessIcon } from '../../ui/icons.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';

const POLL_INTERVAL_MS = 2_000;
/** Links expire after ten minutes; they are refreshed before that. */
const LINK_REFRESH_MS = 5 * 60_000;

/** `userId` undefined means the signed-in user. */
export function DataExports({ userId }: { userId?: string }) {
  const t = useT();
  const cache = useQueryClient();
  const queryKey = ['personal-data', userId ?? 'own'];
  const list = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      userId === undefined
        ? call(ownDataExports, {}, { signal })
        : call(dataExportsOf, { params: { userId } }, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.exports.some((one) => one.state === 'waiting') ? POLL_INTERVAL_MS : LINK_REFRESH_MS,
  });
  const ask = useMutation({
    mutationFn: () => (userId === undefined ? call(askOwnData, {}) : call(askDataOf, { params: { userId } })),
    onSuccess: () => cache.invalidateQueries({ queryKey }),
  });
  const exports = list.data?.exports ?? [];
  return (
    <Stack gap={3} fluid>
      <Text as="p" size="s" ink={3}>
        {t('personalData.hint')}
      </Text>
      {exports.length > 0 && (
        <Stack as="ul" aria-live="polite">
          {exports.map((one) => (
            <ExportLine key={one.id} one={one} />
          ))}
        </Stack>
      )}
      <div>
        <Button
          isPending={ask.isPending}
          isDisabled={exports.some((one) => one.state === 'waiting')}
          onPress={() => ask.mutate()}
        >
          {t(userId === undefined ? 'personalData.ask' : 'personalData.askOf')}
        </Button>
      </div>
      {ask.error && <Notice kind="error">{failureText(t, ask.error)}</Notice>}
    </Stack>
  );
}

function ExportLine({ one }: { one: PersonalExport }) {
  const t = useT();
  if (one.state === 'waiting') {
    return (
      <Row as="li" wrap>
        <Spinner />
        <span>{t('personalData.waiting', { when: t.dateTime(new Date(one.createdAt)) })}</span>
      </Row>
    );
  }
  if (one.state === 'failed' || one.url === null) {
    return (
      <Row as="li" wrap>
        <IconMark icon={ErrorIcon} />
        <span>{t('personalData.failed')}</span>
      </Row>
    );
  }
  return (
    <Row as="li" wrap>
      <IconMark icon={SuccessIcon} />
      <span>{t('personalData.ready', { until: t.dateTime(new Date(one.expiresAt ?? one.createdAt)) })}</span>
      <LinkButton href={one.url} download size="s" icon={DownloadIcon}>
        {t('personalData.download')}
      </LinkButton>
    </Row>
  );
}
