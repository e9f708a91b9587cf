// The versions of one plan: which is shown, who brought it and when; look at older ones, compare, download, put away.
import { can } from '@plumbline/core/access/capabilities';
import type { RevisionEntry } from '@plumbline/core/features/plans/contract';
import { revisionMoves } from '@plumbline/core/features/plans/revision-rules';
import type { PlanRow, RevisionRow } from '@plumbline/core/features/plans/schema';
import { useRouter } from '@tanstack/react-router';
import {
  alignAddress,
  compareAddress,
  importRevisionAddress,
  planAddress,
  plansAddress,
  versionsAddress,
} from '../../../app/addresses.ts';
import { ScreenHead } from '../../../app/shell/screen-head.tsx';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '../../../ui/actions/menu.tsx';
import { EmptyState } from '../../../ui/feedback/empty-state.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import {
  DeleteIcon,
  DownloadIcon,
  HideIcon,
  IconMark,
  MoreIcon,
  MoveIcon,
  RestoreIcon,
  ShowIcon,
  SplitIcon,
  UploadIcon,
  WarningIcon,
} from '../../../ui/icons.tsx';
import { Image } from '../../../ui/marks/image.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { useActor } from '../../pins/actor.ts';
import { usePeople } from '../../pins/people.ts';
import { useAct } from '../../pins/use-act.ts';
import { typefacesWords } from '../imports/stages.ts';
import { useImports } from '../imports/use-imports.ts';
import { pathTo } from '../plan-tree.ts';
import { PlanOf, type WithRevisions } from './plan-of.tsx';
import { RevisionDialog } from './revision-dialog.tsx';
import { RevisionImports } from './revision-imports.tsx';
import { useRevisionFiles } from './use-revisions.ts';
import { standingOf } from './version-words.ts';
import '../plans.css';
import './revisions.css';

export type VersionsScreenProps = {
  projectId: string;
  planId: string;
  /** The window for bringing a new revision in. */
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
  const title = [plan.sheetNumber, plan.name].filter(Boolean).join(' ');
  const planHref = planAddress({ projectId, planId, viewType: phone ? 'plan' : 'split' });
  const folders = pathTo(new Map(plans.map((one) => [one.id, one])), plan.parentId);
  const comparable = revisions.filter((one) => one.alignment !== null && one.active);
  const current = revisions.find((one) => one.id === plan.currentRevisionId);
  const before =
    comparable.find((one) => current && one.createdAt < current.createdAt) ?? comparable.find((one) => one !== current);
  const bring = () => router.history.push(importRevisionAddress(projectId, planId));

  const compare = current && before && (
    <LinkButton icon={SplitIcon} href={compareAddress(projectId, planId, before.id, current.id)}>
      {t('revisions.compare', { a: before.version, b: current.version })}
    </LinkButton>
  );
  return (
    <div className="versions">
      <ScreenHead
        title={t('revisions.title')}
        path={[
          ...folders.map((one) => ({ id: one.id, label: one.name, href: plansAddress(projectId, one.id) })),
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
        <div className="versions-column">
          <header className="versions-head">
            <h1>{title}</h1>
            <p>{t('revisions.count', { count: revisions.length })}</p>
            {phone && compare}
          </header>
          <RevisionImports projectId={projectId} imports={imports} />
          {revisions.length === 0 ? (
            <EmptyState icon={UploadIcon} title={t('revisions.none')} />
          ) : (
            <ul className="versions-list">
              {revisions.map((revision) => (
                <Version
                  key={revision.id}
                  projectId={projectId}
                  plan={plan}
                  revision={revision}
                  all={revisions}
                  file={files.get(revision.id)}
                  mayManage={mayManage}
                />
              ))}
            </ul>
          )}
        </div>
      </div>
      {mayManage && phone && (
        <div className="versions-thumb">
          <Button kind="next" size="l" icon={UploadIcon} onPress={bring}>
            {t('revisions.import')}
          </Button>
        </div>
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
    </div>
  );
}

type VersionProps = {
  projectId: string;
  plan: PlanRow;
  revision: RevisionRow;
  all: readonly RevisionRow[];
  file: RevisionEntry | undefined;
  mayManage: boolean;
};

function Version({ projectId, plan, revision, all, file, mayManage }: VersionProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  const router = useRouter();
  const act = useAct(projectId);
  const people = usePeople(projectId);
  const { id, version } = revision;
  const standing = standingOf(revision, plan);
  const moves = mayManage ? revisionMoves(revision, plan, all) : [];
  const current = all.find((one) => one.id === plan.currentRevisionId);
  const open = versionsAddress(projectId, plan.id, id);
  const who = people.nameOf(revision.createdBy);

  const makeCurrent = async () => {
    const earlier = plan.currentRevisionId;
    if (!(await act('revision.makeCurrent', { id }))) return;
    showToast({
      text: t('revisions.madeCurrent', { version }),
      ...(earlier && { onUndo: () => void act('revision.makeCurrent', { id: earlier }) }),
    });
  };
  const setActive = async (active: boolean) => {
    if (!(await act('revision.setActive', { id, active }))) return;
    showToast({
      text: t(active ? 'revisions.reactivated' : 'revisions.putAway', { version }),
      onUndo: () => void act('revision.setActive', { id, active: !active }),
    });
  };
  const comparesWith = standing === 'active' || standing === 'inactive' ? current : undefined;
  const entries: MenuEntry[] = [
    ...(phone && comparesWith
      ? [
          {
            id: 'compare',
            label: t('revisions.compare', { a: version, b: comparesWith.version }),
            icon: SplitIcon,
            onAction: () => router.history.push(compareAddress(projectId, plan.id, id, comparesWith.id)),
          },
        ]
      : []),
    ...(phone && moves.includes('makeCurrent')
      ? [{ id: 'show', label: t('revisions.makeCurrent'), icon: ShowIcon, onAction: () => void makeCurrent() }]
      : []),
    ...(file
      ? [
          {
            id: 'download',
            label: t('revisions.download'),
            icon: DownloadIcon,
            onAction: () => {
              const link = document.createElement('a');
              link.href = file.original;
              link.download = file.originalName;
              link.click();
            },
          },
        ]
      : []),
    ...(moves.includes('align') && standing !== 'aligning'
      ? [
          {
            id: 'align',
            label: t('revisions.alignAgain'),
            icon: MoveIcon,
            onAction: () => router.history.push(alignAddress(projectId, plan.id, id)),
          },
        ]
      : []),
    ...(moves.includes('deactivate')
      ? [{ id: 'away', label: t('revisions.deactivate'), icon: HideIcon, onAction: () => void setActive(false) }]
      : []),
    ...(moves.includes('reactivate')
      ? [{ id: 'back', label: t('revisions.reactivate'), icon: RestoreIcon, onAction: () => void setActive(true) }]
      : []),
    ...(moves.includes('discard')
      ? [
          {
            id: 'discard',
            label: t('revisions.discard'),
            icon: DeleteIcon,
            onAction: () => void act('revision.setActive', { id, active: false }),
          },
        ]
      : []),
  ];
  return (
    <li className="version" data-standing={standing}>
      <a className="version-picture" href={open}>
        {file ? <Image sources={[file.thumb]} alt={t('revisions.one', { version })} fit="contain" /> : <span />}
      </a>
      <div className="version-words">
        <div className="version-name">
          <a href={open}>{t('revisions.one', { version })}</a>
          <span className="version-standing" data-standing={standing}>
            {t(`revisions.standing.${standing}`)}
          </span>
        </div>
        <div className="version-facts">
          {t('revisions.brought', {
            who: who || t('revisions.somebody'),
            date: t.date(new Date(revision.createdAt), 'medium'),
          })}
        </div>
        <div className="version-facts">
          {revision.originalName} · {t.bytes(revision.fileSize)}
        </div>
        {file && file.typefacesLeftOut.length > 0 && (
          <div className="version-warning">
            <IconMark icon={WarningIcon} />
            {typefacesWords(t, file.typefacesLeftOut)}
          </div>
        )}
      </div>
      <div className="version-actions">
        {standing === 'aligning' && mayManage ? (
          <LinkButton kind="brand" href={alignAddress(projectId, plan.id, id)}>
            {t('revisions.align')}
          </LinkButton>
        ) : (
          comparesWith &&
          !phone && (
            <LinkButton icon={SplitIcon} href={compareAddress(projectId, plan.id, id, comparesWith.id)}>
              {t('revisions.compareShort')}
            </LinkButton>
          )
        )}
        {!phone && moves.includes('makeCurrent') && (
          <Button icon={ShowIcon} onPress={() => void makeCurrent()}>
            {t('revisions.makeCurrent')}
          </Button>
        )}
        {entries.length > 0 && (
          <Menu
            trigger={<IconButton icon={MoreIcon} label={t('revisions.actions', { version })} />}
            label={t('revisions.actions', { version })}
            placement="bottom end"
            groups={[{ id: 'all', entries }]}
          />
        )}
      </div>
    </li>
  );
}
