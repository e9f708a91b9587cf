// Archives of projects: request one, follow it, download it, delete it.
import { type Archive, deleteArchive, listArchives, requestArchive } from '@plumbline/core/features/archives/contract';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { DeleteIcon, DownloadIcon, ErrorIcon, IconMark, SuccessIcon } from '../../ui/icons.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';

const POLL_INTERVAL_MS = 2_000;
const QUERY_KEY = ['archives'];

type ArchiveDialogProps = { project: { id: string; title: string }; onClose: () => void };

export function ArchiveDialog({ project, onClose }: ArchiveDialogProps) {
  const t = useT();
  const cache = useQueryClient();
  const list = useQuery({
    queryKey: QUERY_KEY,
    queryFn: ({ signal }) => call(listArchives, {}, { signal }),
    refetchInterval: ({ state }) =>
      state.data?.archives.some((one) => one.state === 'waiting') ? POLL_INTERVAL_MS : false,
  });
  const refresh = () => cache.invalidateQueries({ queryKey: QUERY_KEY });
  const request = useMutation({
    mutationFn: () => call(requestArchive, { body: { projectIds: [project.id] } }),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (archiveId: string) => call(deleteArchive, { params: { archiveId } }),
    onSettled: refresh,
  });
  const error = list.error ?? request.error ?? remove.error;
  const archives = list.data?.archives ?? [];
  return (
    <Dialog
      title={t('archive.title', { title: project.title })}
      isOpen
      onClose={onClose}
      actions={
        <Button kind="brand" isPending={request.isPending} onPress={() => request.mutate()}>
          {t('archive.create')}
        </Button>
      }
    >
      <Stack gap={4}>
        <Text as="p">{t('archive.text')}</Text>
        <Text as="p" size="s" ink={3}>
          {t('archive.scope')}
        </Text>
        {error && <Notice kind="error">{failureText(t, error)}</Notice>}
        {archives.length > 0 && (
          <Stack as="ul" gap={2} aria-live="polite">
            {archives.map((one) => (
              <ArchiveLine key={one.id} archive={one} onDelete={() => remove.mutate(one.id)} />
            ))}
          </Stack>
        )}
      </Stack>
    </Dialog>
  );
}

function ArchiveLine({ archive, onDelete }: { archive: Archive; onDelete: () => void }) {
  const t = useT();
  const { state, titles, size, url, createdAt, expiresAt } = archive;
  const what = titles.join(', ');
  return (
    <Row as="li" gap={3}>
      {state === 'waiting' && <Spinner />}
      {state === 'ready' && <IconMark icon={SuccessIcon} />}
      {state === 'failed' && <IconMark icon={ErrorIcon} />}
      <Stack grow>
        <Text>{what}</Text>
        <Text size="s" ink={3}>
          {state === 'waiting' && t('archive.waiting', { size: t.bytes(size) })}
          {state === 'failed' && t('archive.failed')}
          {state === 'ready' &&
            t('archive.ready', { size: t.bytes(size), until: t.dateTime(new Date(expiresAt ?? createdAt)) })}
        </Text>
      </Stack>
      {url !== null && (
        <LinkButton href={url} download size="s" icon={DownloadIcon}>
          {t('personalData.download')}
        </LinkButton>
      )}
      <IconButton
        icon={DeleteIcon}
        size="s"
        label={t(state === 'waiting' ? 'archive.cancel' : 'archive.delete', { title: what })}
        onPress={onDelete}
      />
    </Row>
  );
}
