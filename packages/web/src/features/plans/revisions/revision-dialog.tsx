// Imports a new revision of a plan: file, page and revision number, then progress, and where to continue.

import type { ImportPage, PlanImport } from '@plumbline/core/features/imports/contract';
import { isVersionTaken, nextVersion } from '@plumbline/core/features/plans/revision-rules';
import type { Rotation } from '@plumbline/core/site/geometry/rotation';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { Refusal } from '../../../api/failure.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { alignAddress } from '../../../shared/navigation/addresses.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { DateField } from '../../../ui/fields/date-field.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Box, Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ImportList } from '../../imports/import-list.tsx';
import { dateOf, dateOrderIn } from '../../imports/pages/page-selection.ts';
import { DropZone } from '../../imports/upload/drop-zone.tsx';
import { fileProblem, isModelFile, problemText } from '../../imports/upload/file-check.ts';
import { addUploads } from '../../imports/upload/upload-queue.ts';
import { useImportActions, useImports, useUploads } from '../../imports/use-imports.ts';
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
function currentImport(imports: readonly PlanImport[], followed: string | undefined): PlanImport | undefined {
  const open = imports.filter(({ state }) => state === 'inspecting' || state === 'choosing' || state === 'running');
  return imports.find((each) => each.id === followed) ?? open[0];
}

const NO_ROTATIONS: ReadonlyMap<number, Rotation> = new Map();

export function RevisionDialog({ projectId, plan, title, revisions, isOpen, onClose }: RevisionDialogProps) {
  const t = useT();
  const router = useRouter();
  const importActions = useImportActions(projectId);
  const imports = (useImports(projectId, isOpen).data ?? []).filter((each) => each.planId === plan.id);
  const uploads = useUploads(projectId).filter((each) => each.planId === plan.id);
  const [rejected, setRejected] = useState<string>();
  const [typedVersion, setTypedVersion] = useState<string>();
  const [typedDate, setTypedDate] = useState<string | null>();
  const [page, setPage] = useState(1);
  const [rotations, setRotations] = useState<ReadonlyMap<number, Rotation>>(NO_ROTATIONS);
  const [submitted, setSubmitted] = useState(false);
  const [isTaken, setIsTaken] = useState(false);
  const [busy, setBusy] = useState(false);
  const [followed, setFollowed] = useState<string>();
  const planImport = currentImport(imports, followed);
  const version = typedVersion ?? nextVersion(revisions);
  const chosen = planImport?.pages.find((imported) => imported.page === page);
  const date =
    planImport && chosen
      ? dateOf(chosen, { date: typedDate }, dateOrderIn([planImport], t.locale))
      : (typedDate ?? null);

  const close = () => {
    setTypedVersion(undefined);
    setTypedDate(undefined);
    setRotations(NO_ROTATIONS);
    setSubmitted(false);
    setFollowed(undefined);
    setRejected(undefined);
    onClose();
  };
  // An import that is followed while its file is inspected stays visible if inspection fails.
  const inspectedId = planImport?.state === 'inspecting' ? planImport.id : undefined;
  useEffect(() => {
    if (inspectedId !== undefined) setFollowed(inspectedId);
  }, [inspectedId]);
  const unalignedId =
    planImport?.state === 'aligning' && isOpen
      ? planImport.pages.find((imported) => imported.chosen)?.revisionId
      : undefined;
  const done = planImport?.state === 'finished' && followed === planImport.id && isOpen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the next step is decided once
  useEffect(() => {
    if (unalignedId) router.history.replace(alignAddress(projectId, plan.id, unalignedId));
    if (done) {
      showToast({ kind: 'success', text: t('revisions.done', { version: planImport?.version ?? '' }) });
      close();
    }
  }, [unalignedId, done]);

  const onFiles = ([file]: File[]) => {
    if (!file) return;
    const problem = fileProblem(file);
    const rejection = isModelFile(file)
      ? t('revisions.modelFile', { name: file.name })
      : problem && problemText(t, problem, file);
    setRejected(rejection);
    if (rejection !== undefined) return;
    setFollowed(undefined);
    setRotations(NO_ROTATIONS);
    addUploads(projectId, plan.parentId, [file], plan.id);
  };
  const problem =
    version.trim() === ''
      ? submitted
        ? t('revisions.versionNeeded')
        : undefined
      : isTaken || isVersionTaken(version, revisions)
        ? t('revisions.versionTaken')
        : undefined;
  const turnOf = (each: ImportPage): Rotation => rotations.get(each.page) ?? each.turn;
  const start = async () => {
    setSubmitted(true);
    if (!planImport || version.trim() === '' || isVersionTaken(version, revisions)) return;
    setBusy(true);
    try {
      await importActions.startRevision(planImport.id, {
        ...{ page, version: version.trim(), date },
        turn: chosen ? turnOf(chosen) : 0,
      });
      setFollowed(planImport.id);
    } catch (error) {
      const at = error instanceof Refusal ? error.fields.find((field) => field.path === 'version') : undefined;
      if (at?.outcome === 'ALREADY_IN_USE') setIsTaken(true);
      else showToast({ kind: 'error', text: failureText(t, error) });
    } finally {
      setBusy(false);
    }
  };
  const choosing = planImport?.state === 'choosing';
  const several = choosing && planImport.pages.length > 1;
  return (
    <FormDialog
      title={t('revisions.import')}
      detail={title}
      size={several ? 'large' : 'medium'}
      isOpen={isOpen}
      isBusy={busy}
      isComplete
      isUnsaved={choosing && (typedVersion !== undefined || typedDate !== undefined || rotations.size > 0)}
      onClose={close}
      actions={
        choosing ? (
          <>
            <Button isDisabled={busy} onPress={() => void importActions.cancel(planImport.id).then(close)}>
              {t('ui.cancel')}
            </Button>
            <Button kind="next" isPending={busy} onPress={() => void start()}>
              {t('revisions.start')}
            </Button>
          </>
        ) : (
          <Button onPress={close}>
            {(planImport && planImport.state !== 'failed') || uploads.length > 0 ? t('revisions.goOn') : t('ui.close')}
          </Button>
        )
      }
    >
      <Stack column gap={4}>
        {rejected !== undefined && <Notice kind="error">{rejected}</Notice>}
        {(uploads.length > 0 || (planImport && !choosing)) && (
          <ImportList
            projectId={projectId}
            uploads={uploads}
            imports={planImport && !choosing ? [planImport] : []}
            onChoose={() => undefined}
            leadsOn={false}
          />
        )}
        {(!planImport || planImport.state === 'failed') && uploads.length === 0 && (
          <DropZone onFiles={onFiles} single />
        )}
        {choosing && (
          <>
            <Text as="div" weight="medium" cut>
              {planImport.name}
            </Text>
            <Row gap={4} wrap align="start">
              <Box most={320}>
                <TextField
                  label={t('revisions.version')}
                  help={t('revisions.versionHelp')}
                  value={version}
                  onChange={(next) => {
                    setTypedVersion(next);
                    setIsTaken(false);
                  }}
                  maxLength={40}
                  autoFocus
                  isRequired
                  problem={problem}
                />
              </Box>
              <Box most={320}>
                <DateField label={t('revisions.date')} value={date} onChange={setTypedDate} optional />
              </Box>
            </Row>
            <RevisionPages
              projectId={projectId}
              planImport={planImport}
              page={page}
              onPage={setPage}
              turnOf={turnOf}
              onTurn={(rotatedPage, rotation) => setRotations((now) => new Map(now).set(rotatedPage, rotation))}
              current={revisions.find(({ id }) => id === plan.currentRevisionId)}
            />
            <Text as="p" size="s" ink={2}>
              {t('revisions.whatComes')}
            </Text>
          </>
        )}
      </Stack>
    </FormDialog>
  );
}
