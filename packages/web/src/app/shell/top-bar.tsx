// The bar above a screen: the breadcrumb, and the screen's actions at the end. On phones also the sync status and the
// user.
import { useParams } from '@tanstack/react-router';
import { Button, Link } from 'react-aria-components';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { useProject, useProjectTitle } from '../../shared/data/project-queries.ts';
import { ScreenActions, useScreenCrumbs } from '../../shared/navigation/screen-head.tsx';
import { isProgramCached } from '../../shared/version/worker.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { BackIcon, ChevronDownIcon, IconMark, SearchIcon } from '../../ui/icons.tsx';
import { Breadcrumb, type Crumb } from '../../ui/layout/breadcrumb.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { LogoMark } from '../../ui/marks/logo.tsx';
import { useT } from '../../ui/translation.tsx';
import { openQuickSelect, type Quick } from './command-menu/quick-select.tsx';
import { useAtWork, useCurrentRoute } from './nav-sections.ts';
import { SyncMark } from './sync/sync-mark.tsx';
import { UserMenu } from './user-menu.tsx';

function useCrumbs(): readonly Crumb[] {
  const t = useT();
  const { projectId, section } = useCurrentRoute();
  const title = useProjectTitle(projectId);
  const isUnknown = useProject(projectId ?? '', projectId !== undefined).isError && title === undefined;
  const own = useScreenCrumbs();
  const atWork = useAtWork();
  if (atWork) return own;
  const crumbs: Crumb[] = [{ id: 'projects', label: t('nav.projects'), href: '/' }];
  if (projectId !== undefined && !isUnknown) {
    crumbs.push({ id: 'project', label: title ?? '…', href: `/project/${projectId}` });
    if (section !== undefined && (section !== 'plans' || own.length === 0)) {
      crumbs.push({ id: section, label: t(`nav.${section}`) });
    }
  }
  return [...crumbs, ...own];
}

/** What quick selection offers here: another plan on a plan screen, otherwise a project. */
function useQuick(): { what: Quick; label: string } {
  const t = useT();
  const { planId } = useParams({ strict: false }) as { planId?: string };
  return planId === undefined
    ? { what: 'projects', label: t('shell.otherProject') }
    : { what: 'plans', label: t('shell.otherPlan') };
}

export function TopBar({ phone, onSearch }: { phone: boolean; onSearch: () => void }) {
  const t = useT();
  const crumbs = useCrumbs();
  const quick = useQuick();
  if (phone) return <PhoneBar crumbs={crumbs} onSearch={onSearch} />;
  return (
    <Row as="header" gap={3} pad="0 edge" fixed surface="surface" line="below" className="top-bar">
      <Row gap={0} shrink grow className="top-place">
        <Breadcrumb crumbs={crumbs} />
        {crumbs.length > 1 && (
          <IconButton icon={ChevronDownIcon} label={quick.label} size="s" onPress={() => openQuickSelect(quick.what)} />
        )}
      </Row>
      <ScreenActions label={t('shell.actions')} />
    </Row>
  );
}

/** On phones: back link, one title, and small icons. */
function PhoneBar({ crumbs, onSearch }: { crumbs: readonly Crumb[]; onSearch: () => void }) {
  const t = useT();
  const { projectId } = useCurrentRoute();
  const quick = useQuick();
  const present = crumbs.at(-1);
  const before = crumbs.length > 2 ? crumbs.at(-2) : undefined;
  // An item open within a section needs the room for its name and has its own search; the rest is one step back.
  const deep = useScreenCrumbs().length > 0 && projectId !== undefined;
  // A word that no line of large text holds, such as "Benachrichtigungen".
  const size = /\S{14}/u.test(present?.label ?? '') ? 'm' : 'l';
  const back = crumbs.slice(0, -1).findLast((crumb) => crumb.href !== undefined);
  return (
    <Row as="header" gap={3} pad="0 edge" fixed surface="surface" line="below" className="top-bar">
      {projectId === undefined && crumbs.length === 1 ? (
        <Stack as="span" gap={0} center ink="brand" className="top-logo">
          <LogoMark size={24} />
        </Stack>
      ) : (
        <Link
          className="top-back"
          href={back?.href ?? '/'}
          aria-label={t('shell.backTo', { place: back?.label ?? t('nav.projects') })}
        >
          <IconMark icon={BackIcon} />
        </Link>
      )}
      {projectId === undefined ? (
        <span className="top-titles">
          <Text size={size} weight="strong" className="top-title">
            {present?.label}
          </Text>
        </span>
      ) : (
        <Button className="top-titles" onPress={() => openQuickSelect(quick.what)}>
          {before && (
            <Text size="xs" ink={3}>
              {before.label}
            </Text>
          )}
          <Text size={size} weight="strong" className="top-title">
            <span>{present?.label}</span>
            <IconMark icon={ChevronDownIcon} />
          </Text>
          <span className="ui-hidden">{quick.label}</span>
        </Button>
      )}
      <ScreenActions label={t('shell.actions')} />
      {projectId !== undefined && !deep && (
        <IconButton icon={SearchIcon} label={t('shell.search')} onPress={onSearch} />
      )}
      {!deep && <NotificationBell variant="top" />}
      {/* Where the app is not cached, the bottom bar has no entry for it. */}
      {(projectId !== undefined || !isProgramCached()) && <SyncMark variant="bare" />}
      <UserMenu bare placement="bottom end" />
    </Row>
  );
}
