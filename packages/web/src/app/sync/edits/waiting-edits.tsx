// Edits the server does not have yet, in the order in which they are sent: each with what it waits for.
import { useQuery } from '@tanstack/react-query';
import type { SyncStatus } from '../../../local/local.ts';
import { editsHere } from '../../../local/use-rows.ts';
import { useIsOffline } from '../../../shared/data/use-sync-state.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { editAddress } from './edit-address.ts';
import { EditLine } from './edit-line.tsx';
import { exportEdits } from './refused-edits.tsx';
import { waitingReason } from './waiting-reason.ts';

/** Edits shown one by one; there may be thousands after weeks offline. */
const MAX_SHOWN = 50;

export function WaitingEdits({ status }: { status: SyncStatus }) {
  const t = useT();
  const isOffline = useIsOffline();
  const { data: edits = [] } = useQuery({
    queryKey: ['waitingEdits', status.pending, status.uploads],
    queryFn: () => editsHere().waiting(),
    enabled: !status.opening,
    staleTime: 0,
    networkMode: 'always',
    placeholderData: (previous) => previous,
  });
  if (edits.length === 0 || status.pending === 0) return null;
  return (
    <Stack as="section" gap={2} aria-label={t('sync.waiting')}>
      <Row justify="between" wrap>
        <h2>{t('sync.waiting')}</h2>
        <Button size="s" icon={DownloadIcon} onPress={() => void exportEdits(t, edits)}>
          {t('sync.saveAll')}
        </Button>
      </Row>
      <ul>
        {edits.slice(0, MAX_SHOWN).map((edit) => {
          const href = editAddress(edit);
          return (
            <EditLine key={edit.n} edit={edit} reason={<span>{t(waitingReason(edit, status, isOffline))}</span>}>
              {href !== undefined && (
                <LinkButton size="s" href={href}>
                  {t('sync.open')}
                </LinkButton>
              )}
              <Button size="s" icon={DownloadIcon} onPress={() => void exportEdits(t, [edit])}>
                {t('sync.save')}
              </Button>
            </EditLine>
          );
        })}
      </ul>
      {edits.length > MAX_SHOWN && (
        <Text size="s" ink={2}>
          {t('sync.more', { count: edits.length - MAX_SHOWN })}
        </Text>
      )}
    </Stack>
  );
}
