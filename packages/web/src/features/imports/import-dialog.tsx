// Plan import: choose files, follow their upload, select pages and titles of all files at once, start.
import type { PlanImport } from '@plumbline/core/features/imports/contract';
import { useEffect, useState } from 'react';
import { failureText } from '../../shared/data/shown-failure.ts';
import type { FolderChoice } from '../../shared/site/plan-tree.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Select } from '../../ui/choices/select.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { AddIcon } from '../../ui/icons.tsx';
import { Box, Stack, Text } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { PageGrid } from './pages/page-grid.tsx';
import { type Choices, chosenPages } from './pages/page-selection.ts';
import { ScanProgress } from './sets/scan-progress.tsx';
import { SetSummary } from './sets/set-summary.tsx';
import { usePublication } from './sets/use-publication.ts';
import { ChooseFiles, DropZone } from './upload/drop-zone.tsx';
import { isModelFile } from './upload/file-check.ts';
import { PendingFiles } from './upload/pending-files.tsx';
import type { Upload } from './upload/upload-queue.ts';
import { useImportActions } from './use-imports.ts';
import './imports.css';

type AllChoices = ReadonlyMap<string, Choices>;

const NONE: Choices = new Map();
let kept: AllChoices = new Map();

/**
 * Page selections and titles entered so far, kept in memory so that closing the dialog to look at a plan loses
 * nothing.
 */
function useChoices() {
  const [all, setAll] = useState(kept);
  return {
    of: (importId: string): Choices => all.get(importId) ?? NONE,
    change: (importId: string, next: (choices: Choices) => Choices) => {
      kept = new Map(kept).set(importId, next(kept.get(importId) ?? NONE));
      setAll(kept);
    },
    forget: (importId: string) => {
      const rest = new Map(kept);
      rest.delete(importId);
      kept = rest;
      setAll(kept);
    },
  };
}

export type ImportDialogProps = {
  projectId: string;
  isOpen: boolean;
  onClose: () => void;
  onFiles: (files: File[]) => void;
  /** Display text for each file that was rejected. */
  refused: readonly string[];
  uploads: readonly Upload[];
  imports: readonly PlanImport[];
  /** Imports whose pages are waiting to be selected. */
  ready: readonly PlanImport[];
  folders: readonly FolderChoice[];
  folderId: string | null;
};

const ROOT = 'root';
/** Imports started concurrently. */
const MAX_CONCURRENT = 4;
/** Failures older than this many milliseconds are only shown above the plans. */
const MAX_FAILURE_AGE_MS = 600_000;
const INDENT = '\u2003';

export function ImportDialog(props: ImportDialogProps) {
  const { projectId, isOpen, onClose, onFiles, refused, uploads, imports, ready, folders } = props;
  const t = useT();
  const importActions = useImportActions(projectId);
  const kept = useChoices();
  const set = usePublication(projectId, isOpen, ready, kept);
  const [folder, setFolder] = useState<string>();
  /** How often the import could not start because of a page. */
  const [refusals, setRefusals] = useState(0);
  const [busy, setBusy] = useState(false);
  /** Starts as soon as all chosen pages are compared with the plans of the project. */
  const [starts, setStarts] = useState(false);
  const [version, setVersion] = useState('');
  const [date, setDate] = useState<string | null>(null);
  const [taken, setTaken] = useState<readonly string[]>([]);
  const parentId = folder ?? props.folderId ?? ROOT;

  const fresh = (planImport: PlanImport) => Date.now() - Date.parse(planImport.updatedAt) < MAX_FAILURE_AGE_MS;
  const coming = imports.filter((one) => one.state === 'inspecting' || (one.state === 'failed' && fresh(one)));
  const chosen = ready.map((one) => ({ one, pages: chosenPages(set.of(one.id), one.pages, set.order) }));
  const count = chosen.reduce((sum, { pages }) => sum + pages.length, 0);
  const untitled = chosen.some(({ pages }) => pages.some((page) => page.title === ''));
  const models = ready.filter(isModelFile).length;
  const storeys = models > 0 && models === ready.length;
  const heading = storeys ? 'import.chooseStoreys' : models > 0 ? 'import.chooseBoth' : 'import.choosePages';
  const empty = ready.length === 0 && uploads.length === 0 && coming.length === 0;

  const start = async () => {
    if (count === 0 || untitled || set.undecided > 0) {
      setRefusals((times) => times + 1);
      return;
    }
    setBusy(true);
    const failures: unknown[] = [];
    // Without a revision the plans are independent of each other, and each appears as soon as it is ready.
    const together = set.isRevision ? chosen.filter(({ one }) => !isModelFile(one)) : [];
    if (together.length > 0) {
      const { nothingNew } = set;
      await set.publish(parentId === ROOT ? null : parentId, version, date).then(
        () => {
          for (const { one } of together) kept.forget(one.id);
          // They would otherwise wait, and belong to the next set.
          for (const { id } of nothingNew) void importActions.cancel(id).catch(() => {});
          setVersion('');
          setDate(null);
        },
        (error: unknown) => {
          setTaken(set.taken(error));
          failures.push(error);
        },
      );
    }
    const waiting = chosen.filter((each) => each.pages.length > 0 && !together.includes(each));
    const startNext = async (): Promise<void> => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const { one, pages } = next;
        await importActions.start(one.id, parentId === ROOT ? null : parentId, pages).then(
          () => kept.forget(one.id),
          (error: unknown) => failures.push(error),
        );
      }
    };
    // Start several at a time. Those the server refuses stay in the dialog, the others continue.
    await Promise.all(Array.from({ length: MAX_CONCURRENT }, startNext));
    setBusy(false);
    if (failures.length > 0) {
      showToast({ kind: 'error', text: failureText(t, failures[0]) });
      // Someone else may have started one of the imports, or published a sheet with the same number.
      void set.matchAgain();
      return;
    }
    showToast({ kind: 'success', text: t('import.started', { count }) });
    setRefusals(0);
    onClose();
  };

  useEffect(() => {
    if (!starts || (isOpen && set.uncompared > 0)) return;
    setStarts(false);
    if (isOpen) void start();
  });

  const places = [
    { id: ROOT, label: t('import.root') },
    ...folders.map(({ id, name, depth }) => ({ id, label: INDENT.repeat(depth) + name })),
  ];
  const problem =
    refusals === 0
      ? undefined
      : count === 0
        ? t(storeys ? 'import.chooseStoreys' : 'import.needPage')
        : untitled
          ? t('import.needTitle')
          : set.undecided > 0
            ? t('import.decide')
            : undefined;

  return (
    <Dialog
      title={t('import.title')}
      detail={ready.length > 0 ? t(heading) : undefined}
      size={ready.length > 0 ? 'extra-large' : 'medium'}
      isOpen={isOpen}
      isBusy={busy}
      onClose={onClose}
      actionsStart={
        !empty && (
          <ChooseFiles onFiles={onFiles}>
            <Button kind="quiet" icon={AddIcon}>
              {t('import.more')}
            </Button>
          </ChooseFiles>
        )
      }
      actions={
        ready.length > 0 ? (
          <>
            {problem !== undefined && (
              <span className="import-problem" role="alert">
                {problem}
              </span>
            )}
            <Button kind={count === 0 ? 'default' : 'next'} isPending={busy || starts} onPress={() => setStarts(true)}>
              {t(models > 0 ? 'import.startPlans' : 'import.start', { count })}
            </Button>
          </>
        ) : (
          <Button onPress={onClose}>{t('ui.close')}</Button>
        )
      }
    >
      <Stack column gap={4} data-choosing={ready.length > 0 ? '' : undefined}>
        {refused.length > 0 && (
          <Notice kind="error" title={t('import.notTaken', { count: refused.length })}>
            {refused.map((words) => (
              <div key={words}>{words}</div>
            ))}
          </Notice>
        )}
        {empty && <DropZone onFiles={onFiles} />}
        <PendingFiles
          projectId={projectId}
          uploads={uploads}
          imports={coming}
          small={ready.length > 0}
          onFiles={onFiles}
        />
        {uploads.length > 0 && (
          <Text as="p" size="s" ink={2}>
            {t('import.background')}
          </Text>
        )}
        {ready.length > 0 && (
          <>
            {folders.length > 0 && (
              <Box most={360}>
                <Select label={t('import.folder')} choices={places} value={parentId} onChange={setFolder} />
              </Box>
            )}
            {(set.isRevision || set.unchanged > 0 || set.undecided > 0) && (
              <SetSummary
                decided={set.decided}
                unchanged={set.unchanged}
                onAllNew={set.undecided > 1 ? set.allAsNew : undefined}
                isRevision={set.isRevision}
                missing={set.missing}
                version={version}
                onVersion={(next) => {
                  setVersion(next);
                  setTaken([]);
                }}
                date={date}
                onDate={setDate}
                problem={taken.length > 0 ? t('import.versionsTaken', { names: taken.join(', ') }) : undefined}
              />
            )}
            <ScanProgress imports={ready} />
            {set.uncompared > 0 && (
              <Text as="p" size="s" ink={2} role="status">
                {t('import.comparing', { count: set.uncompared })}
              </Text>
            )}
            <PageGrid
              projectId={projectId}
              imports={ready}
              choicesOf={set.of}
              onChange={set.change}
              refusals={refusals}
              becomes={set.becomes}
              order={set.order}
              dateOfSet={set.isRevision ? date : null}
            />
          </>
        )}
      </Stack>
    </Dialog>
  );
}
