// Archives of projects: request one, follow it, download it, delete it.

import {
  type Archive,
  deleteArchive,
  listArchives,
  MAX_ARCHIVED_PROJECTS,
  requestArchive,
} from '@plumbline/core/features/archives/contract';
import { inOneLine } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';
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
import './archive-dialog.css';

const POLL_INTERVAL_MS = 2_000;
const QUERY_KEY = ['archives'];

/** How many titles are shown; the others are counted. */
const SHOWN_TITLES = 3;

function titlesText(t: Translator, titles: readonly string[]): string {
  const others = titles.length - SHOWN_TITLES;
  const shown = inOneLine(titles.slice(0, SHOWN_TITLES), ', ');
  return others > 0 ? `${shown} +${t.number(others)}` : shown;
}

type ArchiveDialogProps = { projects: readonly { id: string; title: string }[]; onClose: () => void };

export function ArchiveDialog({ projects, onClose }: ArchiveDialogProps) {
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
    mutationFn: () => call(requestArchive, { body: { projectIds: projects.map(({ id }) => id) } }),
    onSuccess: refresh,
  });
  const remove = useMutation({
    mutationFn: (archiveId: string) => call(deleteArchive, { params: { archiveId } }),
    onSettled: refresh,
  });
  const error = list.error ?? request.error ?? remove.error;
  const archives = list.data?.archives ?? [];
  const what = titlesText(
    t,
    projects.map(({ title }) => title),
  );
  const tooMany = projects.length > MAX_ARCHIVED_PROJECTS;
  return (
    <Dialog
      title={projects.length === 1 ? t('archive.title', { title: what }) : t('archive.menu')}
      isOpen
      onClose={onClose}
      actions={
        <Button
          kind="brand"
          isDisabled={tooMany || projects.length === 0}
          isPending={request.isPending}
          onPress={() => request.mutate()}
        >
          {t('archive.create')}
        </Button>
      }
    >
      <Stack gap={4}>
        {projects.length !== 1 && (
          <Stack gap={0}>
            <Text weight="medium">{t('project.count', { count: projects.length })}</Text>
            <Text breaks>{what}</Text>
          </Stack>
        )}
        {tooMany && <Notice kind="warning">{t('archive.tooMany', { limit: MAX_ARCHIVED_PROJECTS })}</Notice>}
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
  const { state, problem, titles, size, url, createdAt, expiresAt } = archive;
  const what = titlesText(t, titles);
  return (
    <Row as="li" gap={3} wrap>
      {state === 'waiting' && <Spinner />}
      {state === 'ready' && <IconMark icon={SuccessIcon} />}
      {state === 'failed' && <IconMark icon={ErrorIcon} />}
      <Stack grow className="archive-line">
        <Text breaks>{what}</Text>
        <Text size="s" ink={3}>
          {state === 'waiting' && t('archive.waiting', { size: t.bytes(size) })}
          {state === 'failed' && t(problem === 'no_space' ? 'error.no_space' : 'archive.failed')}
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
