// An older revision of a plan, read-only: pins keep their position on the building.

import { firstOf } from '@plumbline/core/features/plans/revision-rules';
import type { RevisionRow } from '@plumbline/core/site/rows/plans';
import { inOneLine } from '@plumbline/locales/one-line';
import { useMemo } from 'react';
import { alignAddress, compareAddress, planAddress, versionsAddress } from '../../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { useCategories, useJoinedPins } from '../../../shared/site/pins/use-pins.ts';
import { LinkButton } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { LockIcon, SplitIcon } from '../../../ui/icons.tsx';
import { Box, Stack } from '../../../ui/layout/primitives.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { Camera } from '../sheets/camera.ts';
import { PinDots } from '../sheets/pin-dots.tsx';
import { SheetCanvas } from '../sheets/sheet-canvas.tsx';
import { useLayer } from '../sheets/use-layer.ts';
import { ZoomButtons } from '../sheets/zoom-buttons.tsx';
import { NoDrawing } from '../view/stage/no-drawing.tsx';
import { NoPlan, PlanOf, type WithRevisions } from './plan-of.tsx';
import './revisions.css';

type Props = { projectId: string; planId: string; revisionId: string };

export function VersionScreen(props: Props) {
  const t = useT();
  return (
    <PlanOf projectId={props.projectId} planId={props.planId}>
      {(its) => {
        const revision = its.revisions.find((one) => one.id === props.revisionId);
        if (!revision) return <NoPlan projectId={props.projectId} title={t('revisions.missing')} />;
        return <Older key={revision.id} projectId={props.projectId} revision={revision} {...its} />;
      }}
    </PlanOf>
  );
}

function Older({ projectId, plan, revision, revisions }: WithRevisions & { projectId: string; revision: RevisionRow }) {
  const t = useT();
  const phone = useMedia(PHONE);
  const { layer, error, renew } = useLayer(projectId, revision);
  // A sheet that is not aligned yet is shown in its own space.
  const space = revision.alignment === null ? revision : (firstOf(revisions) ?? revision);
  const camera = useMemo(() => new Camera(space.heightPt / space.widthPt), [space]);
  const joined = useJoinedPins(projectId, plan.id) ?? [];
  const categories = useCategories(projectId);
  const current = plan.currentRevisionId === revision.id;
  const title = inOneLine([plan.sheetNumber, plan.name], ' ');
  const planHref = planAddress({ projectId, planId: plan.id, viewType: phone ? 'plan' : 'split' });
  const layers = useMemo(() => (layer ? [layer] : []), [layer]);
  return (
    <Stack column flat fill anchor>
      <ScreenHead
        title={t('revisions.one', { version: revision.version })}
        path={[
          { id: plan.id, label: title, href: planHref },
          { id: 'versions', label: t('revisions.title'), href: versionsAddress(projectId, plan.id) },
          { id: revision.id, label: t('revisions.one', { version: revision.version }) },
        ]}
      />
      <h1 className="ui-hidden">{`${title}, ${t('revisions.one', { version: revision.version })}`}</h1>
      <Notice
        banner
        icon={LockIcon}
        kind="info"
        title={t(current ? 'revisions.isCurrent' : 'revisions.readOnly', { version: revision.version })}
        actions={
          <>
            {revision.alignment === null ? (
              <LinkButton size="s" href={alignAddress(projectId, plan.id, revision.id)}>
                {t('revisions.align')}
              </LinkButton>
            ) : (
              !current &&
              plan.currentRevisionId && (
                <LinkButton
                  size="s"
                  icon={SplitIcon}
                  href={compareAddress(projectId, plan.id, revision.id, plan.currentRevisionId)}
                >
                  {t('revisions.compareShort')}
                </LinkButton>
              )
            )}
            <LinkButton size="s" href={planHref}>
              {t('revisions.toCurrent')}
            </LinkButton>
          </>
        }
      />
      {layer ? (
        <Box anchor grow flat>
          <SheetCanvas label={title} camera={camera} layers={layers} blend="over" onTilesFailed={renew}>
            {(at) =>
              revision.alignment !== null && (
                <PinDots projectId={projectId} pins={joined} categories={categories} at={at} />
              )
            }
          </SheetCanvas>
          <ZoomButtons camera={camera} />
        </Box>
      ) : (
        <NoDrawing plan={plan} revision={revision} error={error} mayManage={false} onRetry={renew} />
      )}
    </Stack>
  );
}
