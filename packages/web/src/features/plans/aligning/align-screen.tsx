// Aligns a new revision with its plan: a suggested alignment over the old drawing, nudged by keyboard, or set by two or
// three points.

import { can } from '@plumbline/core/access/capabilities';
import { getProposal } from '@plumbline/core/features/imports/contract';
import { firstOf, isFirst } from '@plumbline/core/features/plans/revision-rules';
import { type Alignment, fromSimilarity, toSimilarity } from '@plumbline/core/site/geometry/alignment';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { inOneLine } from '@plumbline/locales/one-line';
import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { compareAddress, planAddress, versionsAddress } from '../../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { useUnsavedScreen } from '../../../shared/navigation/unsaved.tsx';
import { useActor } from '../../../shared/site/actor.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Waiting } from '../../../ui/feedback/waiting.tsx';
import { LockIcon } from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { NoPlan, PlanOf, type WithRevisions } from '../revisions/plan-of.tsx';
import { AlignWorkbench } from './align-workbench.tsx';
import '../revisions/revisions.css';
import './align.css';

type Props = { projectId: string; planId: string; revisionId: string };

export function AlignScreen({ projectId, planId, revisionId }: Props) {
  const t = useT();
  const actor = useActor(projectId);
  return (
    <PlanOf projectId={projectId} planId={planId}>
      {(its) => {
        const revision = its.revisions.find((one) => one.id === revisionId);
        const first = firstOf(its.revisions);
        if (!revision || !first) return <NoPlan projectId={projectId} title={t('revisions.missing')} />;
        if (isFirst(revision, its.revisions)) return <NoPlan projectId={projectId} title={t('error.revision_first')} />;
        if (!actor || !can(actor.role, 'plan.manage')) {
          return <EmptyState screen icon={LockIcon} title={t('error.forbidden')} role="alert" />;
        }
        return <Align projectId={projectId} revision={revision} first={first} {...its} />;
      }}
    </PlanOf>
  );
}

/** Fits the sheet into the centre of the plan: without a known alignment it is at least visible. */
function centred(sheet: RevisionRow, plan: RevisionRow): Alignment {
  const scale = Math.min(plan.widthPt / sheet.widthPt, plan.heightPt / sheet.heightPt);
  const dx = (plan.widthPt - scale * sheet.widthPt) / 2;
  const dy = (plan.heightPt - scale * sheet.heightPt) / 2;
  return fromSimilarity({ scale, angle: 0, dx, dy }, sheet, plan);
}

type AlignProps = WithRevisions & { projectId: string; revision: RevisionRow; first: RevisionRow };

function Align({ projectId, plan, revision, revisions, first }: AlignProps) {
  const t = useT();
  const router = useRouter();
  const act = useAct(projectId);
  const proposal = useQuery({
    queryKey: ['proposal', revision.id],
    queryFn: ({ signal }) => call(getProposal, { params: { projectId, revisionId: revision.id } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const current = revisions.find((one) => one.id === plan.currentRevisionId && one.id !== revision.id) ?? first;
  const suggestion = proposal.data?.proposal ?? undefined;
  const start = revision.alignment ?? suggestion?.alignment ?? centred(revision, first);
  const [edited, setEdited] = useState<Alignment>();
  const [busy, setBusy] = useState(false);
  const [discarding, setDiscarding] = useState(false);
  const alignment = edited ?? start;
  const unaligned = revision.alignment === null;
  const { scale, angle } = toSimilarity(alignment, revision, first);
  const title = inOneLine([plan.sheetNumber, plan.name], ' ');
  const question = useUnsavedScreen(edited !== undefined);
  /** After a decision nothing is unsaved. */
  const leaveFor = (address: string) => router.history.replace(address, undefined, { ignoreBlocker: true });

  const accept = async () => {
    setBusy(true);
    const makeCurrent = unaligned || plan.currentRevisionId === revision.id;
    const done = await act('revision.align', { id: revision.id, alignment, makeCurrent });
    setBusy(false);
    if (!done) return;
    showToast({ kind: 'success', text: t('revisions.aligned', { version: revision.version }) });
    leaveFor(
      unaligned ? compareAddress(projectId, plan.id, current.id, revision.id) : versionsAddress(projectId, plan.id),
    );
  };
  const discard = async () => {
    setDiscarding(false);
    if (await act('revision.setActive', { id: revision.id, active: false }))
      leaveFor(versionsAddress(projectId, plan.id));
  };
  if (proposal.isPending && unaligned && proposal.fetchStatus !== 'paused') return <Waiting shape="block" />;
  return (
    <Stack column flat fill className="align">
      <ScreenHead
        title={t('revisions.alignTitle', { version: revision.version })}
        path={[
          { id: plan.id, label: title, href: planAddress({ projectId, planId: plan.id, viewType: 'split' }) },
          { id: 'versions', label: t('revisions.title'), href: versionsAddress(projectId, plan.id) },
          { id: 'align', label: t('revisions.alignTitle', { version: revision.version }) },
        ]}
      />
      <h1 className="ui-hidden">{t('revisions.alignTitle', { version: revision.version })}</h1>
      <AlignWorkbench
        projectId={projectId}
        first={first}
        current={current}
        revision={revision}
        alignment={alignment}
        onAlignment={setEdited}
        onReset={edited ? () => setEdited(undefined) : undefined}
        message={message()}
      />
      <Row as="footer" gap="2 4" justify="between" wrap pad="3 edge" surface="surface" line="above">
        <Text as="p" size="s" ink={2} figures role="status">
          {t('revisions.figures', {
            scale: t.number(scale, { maximumFractionDigits: 3 }),
            // Adding zero: what rounds to nothing has no sign.
            angle: t.number(Math.round((angle * 1_800) / Math.PI) / 10 + 0),
          })}
        </Text>
        <Row align="stretch" wrap push className="align-deeds">
          {unaligned ? (
            <Button kind="quiet" isDisabled={busy} onPress={() => setDiscarding(true)}>
              {t('revisions.discard')}
            </Button>
          ) : null}
          <Button isDisabled={busy} onPress={() => router.history.push(versionsAddress(projectId, plan.id))}>
            {t(unaligned ? 'revisions.later' : 'ui.cancel')}
          </Button>
          <Button kind="next" isPending={busy} onPress={() => void accept()}>
            {t('revisions.accept')}
          </Button>
        </Row>
      </Row>
      <ConfirmDialog
        title={t('revisions.discardTitle', { version: revision.version })}
        confirm={t('revisions.discard')}
        danger
        isOpen={discarding}
        onCancel={() => setDiscarding(false)}
        onConfirm={() => void discard()}
      >
        {t('revisions.discardText')}
      </ConfirmDialog>
      {question}
    </Stack>
  );

  function message(): { kind: 'success' | 'warning' | 'info'; text: string } {
    if (edited) return { kind: 'info', text: t('revisions.ownAlignment') };
    if (!unaligned) return { kind: 'info', text: t('revisions.asAligned') };
    if (!suggestion) return { kind: 'warning', text: t('revisions.nothingFound') };
    const share = t.number(suggestion.fit, { style: 'percent', maximumFractionDigits: 0 });
    return suggestion.sure
      ? { kind: 'success', text: t('revisions.foundSure', { share }) }
      : { kind: 'warning', text: t('revisions.foundUnsure', { share }) };
  }
}
