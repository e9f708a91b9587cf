// Imports a new revision of a plan: file, page and revision number, then progress, and where to continue.

import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import { nextVersion, versionTaken } from '@plumbline/core/features/plans/revision-rules';
import { UPLOAD_LIMITS } from '@plumbline/core/features/uploads/limits';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Refusal } from '../../../api/failure.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { alignAddress } from '../../../shared/navigation/addresses.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ImportList } from '../../imports/import-list.tsx';
import { DropZone } from '../../imports/upload/drop-zone.tsx';
import { fileProblem, isModelFile } from '../../imports/upload/file-check.ts';
import { addUploads } from '../../imports/upload/upload-queue.ts';
import { useImportActs, useImports, useUploads } from '../../imports/use-imports.ts';
import { RevisionPages } from './revision-pages.tsx';
import '../../imports/imports.css';

export type RevisionDialogProps = {
  projectId: string;
  plan: PlanRow;
  title: string;
  revisions: readonly RevisionRow[];
  isOpen: boolean;
  onClose: () => void;
};

/** The import shown in this dialog: the followed one, else the newest unfinished one. */
function inHand(imports: readonly PlanImport[], followed: string | undefined): PlanImport | undefined {
  const open = imports.filter(({ state }) => state === 'inspecting' || state === 'choosing' || state === 'running');
  return imports.find((one) => one.id === followed) ?? open[0];
}

const NOT_TURNED: ReadonlyMap<number, Rotation> = new Map();

export function RevisionDialog({ projectId, plan, title, revisions, isOpen, onClose }: RevisionDialogProps) {
  const t = useT();
  const router = useRouter();
  const acts = useImportActs(projectId);
  const imports = (useImports(projectId, isOpen).data ?? []).filter((one) => one.planId === plan.id);
  const uploads = useUploads(projectId).filter((one) => one.planId === plan.id);
  const [refused, setRefused] = useState<string>();
  const [typed, setTyped] = useState<string>();
  const [page, setPage] = useState(1);
  const [turned, setTurned] = useState<ReadonlyMap<number, Rotation>>(NOT_TURNED);
  const [tried, setTried] = useState(false);
  const [taken, setTaken] = useState(false);
  const [busy, setBusy] = useState(false);
  const [followed, setFollowed] = useState<string>();
  const one = inHand(imports, followed);
  const version = typed ?? nextVersion(revisions);

  const close = () => {
    setTyped(undefined);
    setTurned(NOT_TURNED);
    setTried(false);
    setFollowed(undefined);
    setRefused(undefined);
    onClose();
  };
  // An import that is followed while its file is inspected stays visible if inspection fails.
  const reading = one?.state === 'inspecting' ? one.id : undefined;
  useEffect(() => {
    if (reading !== undefined) setFollowed(reading);
  }, [reading]);
  const waiting = one?.state === 'aligning' && isOpen ? one.pages.find((its) => its.chosen)?.revisionId : undefined;
  const done = one?.state === 'finished' && followed === one.id && isOpen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next step is decided once
  useEffect(() => {
    if (waiting) router.history.replace(alignAddress(projectId, plan.id, waiting));
    if (done) {
      showToast({ kind: 'success', text: t('revisions.done', { version: one?.version ?? '' }) });
      close();
    }
  }, [waiting, done]);

  const onFiles = ([file]: File[]) => {
    if (!file) return;
    const problem = isModelFile(file) ? 'revisions.modelFile' : fileProblem(file);
    setRefused(problem && t(problem, { name: file.name, limit: t.bytes(UPLOAD_LIMITS.plan) }));
    if (problem) return;
    setFollowed(undefined);
    setTurned(NOT_TURNED);
    addUploads(projectId, plan.parentId, [file], plan.id);
  };
  const problem =
    version.trim() === ''
      ? tried
        ? t('revisions.versionNeeded')
        : undefined
      : taken || versionTaken(version, revisions)
        ? t('revisions.versionTaken')
        : undefined;
  const turnOf = (its: ImportPage): Rotation => turned.get(its.page) ?? its.turn;
  const start = async () => {
    setTried(true);
    if (!one || version.trim() === '' || versionTaken(version, revisions)) return;
    setBusy(true);
    try {
      const chosen = one.pages.find((its) => its.page === page);
      await acts.startRevision(one.id, page, chosen ? turnOf(chosen) : 0, version.trim());
      setFollowed(one.id);
    } catch (error) {
      const at = error instanceof Refusal ? error.fields.find((field) => field.path === 'version') : undefined;
      if (at?.outcome === 'ALREADY_IN_USE') setTaken(true);
      else showToast({ kind: 'error', text: failureText(t, error) });
    } finally {
      setBusy(false);
    }
  };
  const choosing = one?.state === 'choosing';
  const several = choosing && one.pages.length > 1;
  return (
    <Dialog
      title={t('revisions.import')}
      detail={title}
      size={several ? 'large' : 'medium'}
      isOpen={isOpen}
      isBusy={busy}
      onClose={close}
      actions={
        choosing ? (
          <>
            <Button isDisabled={busy} onPress={() => void acts.cancel(one.id).then(close)}>
              {t('ui.cancel')}
            </Button>
            <Button kind="next" isPending={busy} onPress={() => void start()}>
              {t('revisions.start')}
            </Button>
          </>
        ) : (
          <Button onPress={close}>
            {(one && one.state !== 'failed') || uploads.length > 0 ? t('revisions.goOn') : t('ui.close')}
          </Button>
        )
      }
    >
      <Stack column gap={4}>
        {refused !== undefined && <Notice kind="error">{refused}</Notice>}
        {(uploads.length > 0 || (one && !choosing)) && (
          <ImportList
            projectId={projectId}
            uploads={uploads}
            imports={one && !choosing ? [one] : []}
            onChoose={() => undefined}
            leadsOn={false}
          />
        )}
        {(!one || one.state === 'failed') && uploads.length === 0 && <DropZone onFiles={onFiles} single />}
        {choosing && (
          <>
            <Text as="div" weight="medium" cut>
              {one.name}
            </Text>
            <div className="revision-version">
              <TextField
                label={t('revisions.version')}
                help={t('revisions.versionHelp')}
                value={version}
                onChange={(next) => {
                  setTyped(next);
                  setTaken(false);
                }}
                maxLength={40}
                autoFocus
                isRequired
                problem={problem}
              />
            </div>
            <RevisionPages
              projectId={projectId}
              one={one}
              page={page}
              onPage={setPage}
              turnOf={turnOf}
              onTurn={(its, turn) => setTurned((now) => new Map(now).set(its, turn))}
              current={revisions.find(({ id }) => id === plan.currentRevisionId)}
            />
            <Text as="p" size="s" ink={2}>
              {t('revisions.whatComes')}
            </Text>
          </>
        )}
      </Stack>
    </Dialog>
  );
}
