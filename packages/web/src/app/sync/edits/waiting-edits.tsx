// Edits the server does not have yet, in the order in which they are sent: each with what it waits for.
import { useQuery } from '@tanstack/react-query';
import type { SyncStatus } from '../../../local/local.ts';
import { editsHere } from '../../../local/use-rows.ts';
import { useIsOffline } from '../../../shared/data/use-sync-state.ts';
import { isId, pinsAddress, taskAddress } from '../../../shared/navigation/addresses.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { DownloadIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { EditLine } from './edit-line.tsx';
import type { PageEdit } from './edits-page.ts';
import { exportEdits } from './refused-edits.tsx';
import { waitingReason } from './waiting-reason.ts';

/** Edits shown one by one; there may be thousands after weeks offline. */
const MAX_SHOWN = 50;

/**
 * Where an edit can be seen: its task or its pin. Undefined for edits of other things, and for those that only the refused
 * edit would have created.
 */
function editAddress({ projectId, name, input, ...edit }: PageEdit): string | undefined {
  const { id, pinId } = (input ?? {}) as Record<string, unknown>;
  const isLost = 'code' in edit && name.endsWith('.create');
  const own = typeof id === 'string' && isId(id) && !isLost ? id : undefined;
  if (name.startsWith('task.') && own) return taskAddress(projectId, own);
  const pin = name.startsWith('pin.') ? own : typeof pinId === 'string' && isId(pinId) ? pinId : undefined;
  return pin && pinsAddress({ projectId, viewType: 'list', pinId: pin });
}

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
