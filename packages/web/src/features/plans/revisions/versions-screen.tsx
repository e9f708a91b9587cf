// The revisions of a plan: which one is current, who added each and when; view, compare, download, set inactive.

import { can } from '@plumbline/core/access/capabilities';
import type { PlanImport } from '@plumbline/core/features/imports/contract';
import { inOneLine } from '@plumbline/locales/one-line';
import { useRouter } from '@tanstack/react-router';
import {
  compareAddress,
  importRevisionAddress,
  planAddress,
  plansAddress,
  versionsAddress,
} from '../../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../../shared/navigation/screen-head.tsx';
import { useActor } from '../../../shared/site/actor.ts';
import { pathTo } from '../../../shared/site/plan-tree.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { useFirstRows } from '../../../ui/data/first-rows.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { SplitIcon, UploadIcon } from '../../../ui/icons.tsx';
import { ActionBar } from '../../../ui/layout/page.tsx';
import { Box, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { ImportList } from '../../imports/import-list.tsx';
import { useImports } from '../../imports/use-imports.ts';
import { PlanOf, type WithRevisions } from './plan-of.tsx';
import { RevisionDialog } from './revision-dialog.tsx';
import { useRevisionFiles } from './use-revisions.ts';
import { VersionRow } from './version-row.tsx';
import '../list/plans.css';
import './revisions.css';

/** How long a failed import is shown. */
const RECENT_FAILURE_MS = 24 * 3_600_000;

export type VersionsScreenProps = {
  projectId: string;
  planId: string;
  /** The dialog to import a new revision is open. */
  importing?: boolean | undefined;
};

export function VersionsScreen(props: VersionsScreenProps) {
  return (
    <PlanOf projectId={props.projectId} planId={props.planId}>
      {(its) => <Versions {...props} {...its} />}
    </PlanOf>
  );
}

type Shown = VersionsScreenProps & WithRevisions;

function Versions({ projectId, planId, importing, plan, plans, revisions }: Shown) {
  const t = useT();
  const phone = useMedia(PHONE);
  const router = useRouter();
  const actor = useActor(projectId);
  const mayManage = actor !== undefined && can(actor.role, 'plan.manage');
  const files = useRevisionFiles(projectId, planId, revisions.length);
  const imports = useImports(projectId, mayManage).data?.filter((one) => one.planId === planId) ?? [];
  const title = inOneLine([plan.sheetNumber, plan.name], ' ');
  const planHref = planAddress({ projectId, planId, viewType: phone ? 'plan' : 'split' });
  const folders = pathTo(new Map(plans.map((one) => [one.id, one])), plan.parentId);
  const comparable = revisions.filter((revision) => revision.alignment !== null && revision.active);
  const current = revisions.find((revision) => revision.id === plan.currentRevisionId);
  const before =
    comparable.find((one) => current && one.createdAt < current.createdAt) ?? comparable.find((one) => one !== current);
  const bring = () => router.history.push(importRevisionAddress(projectId, planId));
  const [rows, more] = useFirstRows(revisions);

  const compare = current && before && (
    <LinkButton icon={SplitIcon} href={compareAddress(projectId, planId, before.id, current.id)}>
      {t('revisions.compare', { a: before.version, b: current.version })}
    </LinkButton>
  );
  return (
    <Stack column flat fill anchor className="versions">
      <ScreenHead
        title={t('revisions.title')}
        path={[
          ...folders.map((folder) => ({ id: folder.id, label: folder.name, href: plansAddress(projectId, folder.id) })),
          { id: plan.id, label: title, href: planHref },
          { id: 'versions', label: t('revisions.title') },
        ]}
      >
        {!phone && compare}
        {mayManage && !phone && (
          <Button kind="next" icon={UploadIcon} onPress={bring}>
            {t('revisions.import')}
          </Button>
        )}
      </ScreenHead>
      <div className="versions-scroll">
        <Box most={960} middle>
          <header className="versions-head">
            <Text as="h1" size="xl" weight="strong">
              {title}
            </Text>
            <Text as="p" ink={2}>
              {t('revisions.count', { count: revisions.length })}
            </Text>
            {phone && compare}
          </header>
          <RevisionImports projectId={projectId} imports={imports} />
          {revisions.length === 0 ? (
            <EmptyState icon={UploadIcon} title={t('revisions.none')} />
          ) : (
            <Text as="ul" surface="surface" corner="l" edge line="between">
              {rows.map((revision) => (
                <VersionRow
                  key={revision.id}
                  projectId={projectId}
                  plan={plan}
                  revision={revision}
                  all={revisions}
                  file={files?.get(revision.id)}
                  mayManage={mayManage}
                />
              ))}
            </Text>
          )}
          {more}
        </Box>
      </div>
      {mayManage && phone && (
        <ActionBar>
          <Button kind="next" size="l" icon={UploadIcon} onPress={bring}>
            {t('revisions.import')}
          </Button>
        </ActionBar>
      )}
      {mayManage && (
        <RevisionDialog
          projectId={projectId}
          plan={plan}
          title={title}
          revisions={revisions}
          isOpen={importing === true}
          onClose={() => router.history.replace(versionsAddress(projectId, planId))}
        />
      )}
      {importing && actor && !mayManage && (
        <Dialog
          title={t('project.notAllowedPlans')}
          size="small"
          isOpen
          onClose={() => router.history.replace(versionsAddress(projectId, planId))}
        >
          {t('project.noRightText')}
        </Dialog>
      )}
    </Stack>
  );
}

/** Imports of new revisions that are in progress or await alignment. */
function RevisionImports({ projectId, imports }: { projectId: string; imports: readonly PlanImport[] }) {
  const shown = imports
    .filter(
      ({ state, updatedAt }, i) =>
        state === 'inspecting' ||
        state === 'choosing' ||
        state === 'running' ||
        // A failed import is hidden once a newer file was imported; the newest comes first.
        (state === 'failed' && i === 0 && Date.now() - Date.parse(updatedAt) < RECENT_FAILURE_MS),
    )
    .slice(0, 3);
  if (shown.length === 0) return null;
  return (
    <Box pad="0 4" surface="surface" edge corner="l" className="versions-coming">
      <ImportList projectId={projectId} uploads={[]} imports={shown} onChoose={() => undefined} />
    </Box>
  );
}
