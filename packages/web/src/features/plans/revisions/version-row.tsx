// One row in the revision list: preview, status and actions.

import type { RevisionEntry } from '@plumbline/core/features/plans/contract';
import { revisionMoves } from '@plumbline/core/features/plans/revision-rules';
import type { PlanRow, RevisionRow } from '@plumbline/core/site/rows/plans';
import { inOneLine } from '@plumbline/locales/one-line';
import { useRouter } from '@tanstack/react-router';
import { alignAddress, compareAddress, versionsAddress } from '../../../shared/navigation/addresses.ts';
import { usePeople } from '../../../shared/site/people.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { Button, LinkButton } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu, type MenuEntry } from '../../../ui/actions/menu.tsx';
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
  WarningIcon,
} from '../../../ui/icons.tsx';
import { Grid, Row, Text } from '../../../ui/layout/primitives.tsx';
import { Image } from '../../../ui/marks/image.tsx';
import { PHONE, useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { typefacesWords } from '../../imports/stages.ts';
import '../../../ui/marks/status.css';

type RevisionStatus = 'current' | 'active' | 'inactive' | 'aligning';

const TONES = { current: 'done', aligning: 'warning', active: undefined, inactive: 'inactive' } as const;

function statusOf(revision: RevisionRow, plan: PlanRow): RevisionStatus {
  if (plan.currentRevisionId === revision.id) return 'current';
  if (revision.alignment === null) return 'aligning';
  return revision.active ? 'active' : 'inactive';
}

type VersionRowProps = {
  projectId: string;
  plan: PlanRow;
  revision: RevisionRow;
  all: readonly RevisionRow[];
  file: RevisionEntry | undefined;
  mayManage: boolean;
};

export function VersionRow({ projectId, plan, revision, all, file, mayManage }: VersionRowProps) {
  const t = useT();
  const phone = useMedia(PHONE);
  const router = useRouter();
  const act = useAct(projectId);
  const people = usePeople(projectId);
  const { id, version } = revision;
  const status = statusOf(revision, plan);
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
  const comparesWith = status === 'active' || status === 'inactive' ? current : undefined;
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
    ...(moves.includes('align') && status !== 'aligning'
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
    <Grid as="li" gap={4} align="center" pad="3 4" columns="112px rest auto" className="version" data-status={status}>
      <a className="version-picture" href={open} aria-label={t('revisions.one', { version })}>
        {file ? <Image sources={[file.thumb]} alt="" fit="contain" /> : <span />}
      </a>
      <div>
        <Row gap="1 3" wrap touch className="version-name">
          <a href={open}>{t('revisions.one', { version })}</a>
          <span className="ui-count" data-tone={TONES[status]}>
            {t(`revisions.status.${status}`)}
          </span>
        </Row>
        <Text as="div" size="s" ink={2} breaks>
          {t('revisions.brought', {
            who: who || t('revisions.someone'),
            date: t.date(new Date(revision.createdAt), 'medium'),
          })}
        </Text>
        {revision.date && (
          <Text as="div" size="s" ink={2} breaks>
            {t('revisions.dated', { date: t.date(revision.date, 'medium') })}
          </Text>
        )}
        <Text as="div" size="s" ink={2} breaks>
          {inOneLine([revision.originalName, t.bytes(revision.fileSize)])}
        </Text>
        {file && file.typefacesLeftOut.length > 0 && (
          <Row align="start" size="s" breaks ink="warning">
            <IconMark icon={WarningIcon} />
            {typefacesWords(t, file.typefacesLeftOut)}
          </Row>
        )}
      </div>
      <Row justify="end" className="version-actions">
        {status === 'aligning' && mayManage ? (
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
      </Row>
    </Grid>
  );
}
