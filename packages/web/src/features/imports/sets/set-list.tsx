// The newest sets of the project: their progress, what to do after a failure, and their sheets.

import type { SetPage } from '@plumbline/core/features/imports/set-contract';
import { inOneLine } from '@plumbline/locales/one-line';
import { useState } from 'react';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { alignAddress, compareAddress } from '../../../shared/navigation/addresses.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { CloseIcon, RetryIcon, UndoIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { SheetChanges } from './sheet-changes.tsx';
import { sheetOrder } from './sheet-order.ts';
import { type ListedSet, useSet, useSetActions } from './use-sets.ts';
import './sets.css';

function useStateText() {
  const t = useT();
  return ({ state, problem, created, revised, done }: ListedSet): string => {
    if (state === 'preparing') return t('import.pagesDone', { done, total: created + revised });
    if (state === 'canceled') return t('import.canceled');
    if (state !== 'failed') return t(`import.set.${state}`);
    return t(problem === 'forbidden' ? 'import.set.forbidden' : 'import.set.failed');
  };
}

type SetRowProps = { projectId: string; set: ListedSet };

function SetRow({ projectId, set }: SetRowProps) {
  const t = useT();
  const importActions = useSetActions(projectId);
  const stateText = useStateText();
  const [open, setOpen] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const [stopping, setStopping] = useState(false);
  const run = (act: Promise<void>) =>
    act.catch((error: unknown) => showToast({ kind: 'error', text: failureText(t, error) }));
  const counts = [
    `${t('import.match.revised')}: ${set.revised}`,
    ...(set.created > 0 ? [`${t('import.match.new')}: ${set.created}`] : []),
  ].join(' · ');
  const pending = set.state === 'preparing' || (set.state === 'failed' && set.problem === 'pages');
  return (
    <Stack as="li" gap={2} pad="2 0" className="set-row">
      <Row gap={3} wrap justify="between">
        <Stack shrink className="set-words">
          <Text weight="medium" clamp>
            {inOneLine([set.version, counts])}
          </Text>
          <Text size="s" ink={2} role="status">
            {stateText(set)}
          </Text>
        </Stack>
        <Row gap={1} wrap>
          {set.state === 'failed' && pending && (
            <>
              <Button size="s" icon={RetryIcon} onPress={() => void run(importActions.resume(set.id, 'retry'))}>
                {t('import.retry')}
              </Button>
              <Button size="s" onPress={() => void run(importActions.resume(set.id, 'leaveOut'))}>
                {t('import.set.leaveOut')}
              </Button>
            </>
          )}
          <Button size="s" aria-expanded={open} onPress={() => setOpen(!open)}>
            {t('import.showAllOf', { count: set.created + set.revised })}
          </Button>
          {set.state === 'published' && (
            <Button size="s" icon={UndoIcon} onPress={() => setUndoing(true)}>
              {t('ui.undo')}
            </Button>
          )}
          {pending && (
            <IconButton icon={CloseIcon} label={t('import.cancel')} size="s" onPress={() => setStopping(true)} />
          )}
        </Row>
      </Row>
      {open && <SetSheets projectId={projectId} setId={set.id} />}
      <ConfirmDialog
        title={t('import.cancelTitle')}
        confirm={t('import.cancel')}
        cancel={t('import.keep')}
        danger
        isOpen={stopping}
        onCancel={() => setStopping(false)}
        onConfirm={() => {
          setStopping(false);
          void run(importActions.cancel(set.id));
        }}
      >
        {t('import.set.cancelText')}
      </ConfirmDialog>
      <ConfirmDialog
        title={t('import.set.undoTitle')}
        confirm={t('ui.undo')}
        danger
        isOpen={undoing}
        onCancel={() => setUndoing(false)}
        onConfirm={() => {
          setUndoing(false);
          void run(importActions.undo(set.id));
        }}
      >
        {t('import.set.undoText')}
      </ConfirmDialog>
    </Stack>
  );
}

/** The sheets of a set, each with where to align it or to see what has changed. */
function SetSheets({ projectId, setId }: { projectId: string; setId: string }) {
  const { locale } = useT();
  const set = useSet(projectId, setId);
  if (!set) return null;
  const isPublished = set.state === 'published';
  const order = sheetOrder(locale);
  const sheetOf = ({ sheetNumber, title }: SetPage) => ({ sheetNumber, name: title });
  const pages = set.pages.toSorted((a, b) => order(sheetOf(a), sheetOf(b)));
  return (
    <Stack as="ul" gap={1}>
      {pages.map((page) => (
        <SetSheet key={`${page.importId} ${page.page}`} projectId={projectId} page={page} isPublished={isPublished} />
      ))}
    </Stack>
  );
}

type SetSheetProps = { projectId: string; page: SetPage; isPublished: boolean };

function SetSheet({ projectId, page, isPublished }: SetSheetProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const fits = (fit: number) => t('import.set.fit', { share: t.percent(fit) });
  const isCompared = isPublished && page.state === 'finished' && page.previousRevisionId !== null;
  return (
    <Stack as="li" gap={1} className="set-sheet">
      <Row gap="1 2" justify="between" wrap>
        <Text size="s" shrink clamp>
          {inOneLine([page.sheetNumber, page.title, page.version && `(${page.version})`], ' ')}
        </Text>
        <Row gap="1 2" wrap>
          <Text size="s" ink={page.state === 'failed' ? 'danger' : 2}>
            {page.problem !== null
              ? t(`import.problem.${page.problem}`)
              : page.state === 'aligning' && isPublished
                ? t('revisions.status.aligning')
                : [t(`import.match.${page.revises ? 'revised' : 'new'}`), page.fit !== null && fits(page.fit)]
                    .filter(Boolean)
                    .join(' · ')}
          </Text>
          {isPublished && page.state === 'aligning' && (
            <LinkButton size="s" kind="brand" href={alignAddress(projectId, page.planId, page.revisionId)}>
              {t('revisions.align')}
            </LinkButton>
          )}
          {isCompared && (
            <>
              <Button size="s" aria-expanded={open} onPress={() => setOpen(!open)}>
                {t('revisions.changes')}
              </Button>
              <LinkButton
                size="s"
                href={compareAddress(projectId, page.planId, page.previousRevisionId ?? '', page.revisionId)}
              >
                {t('revisions.compareShort')}
              </LinkButton>
            </>
          )}
        </Row>
      </Row>
      {open && <SheetChanges projectId={projectId} page={page} />}
    </Stack>
  );
}

export function SetList({ projectId, sets }: { projectId: string; sets: readonly ListedSet[] }) {
  return (
    <Stack as="ul" gap={0}>
      {sets.map((set) => (
        <SetRow key={set.id} projectId={projectId} set={set} />
      ))}
    </Stack>
  );
}
