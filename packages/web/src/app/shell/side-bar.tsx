// The navigation on desktops: projects, the sections of the open project, and below them the sync status and the user.
import { Button, Link } from 'react-aria-components';
import { NotificationBell } from '../../features/notifications/notification-bell.tsx';
import { useProject, useProjectTitle } from '../../shared/data/project-queries.ts';
import { HOME, reportsAddress } from '../../shared/navigation/addresses.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import {
  CloseMenuIcon,
  DashboardIcon,
  type Icon,
  IconMark,
  OpenMenuIcon,
  ReportIcon,
  SearchIcon,
  WorkIcon,
} from '../../ui/icons.tsx';
import { Box, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { LogoMark } from '../../ui/marks/logo.tsx';
import { Tooltip } from '../../ui/overlays/tooltip.tsx';
import { useT } from '../../ui/translation.tsx';
import { sectionsOf, settingsOf, useAtProjects, useAtReports, useAtWork, useCurrentRoute } from './nav-sections.ts';
import { SyncMark } from './sync/sync-mark.tsx';
import { UserMenu } from './user-menu.tsx';

type EntryProps = { href: string; icon: Icon; label: string; current: boolean; bare: boolean };

function NavEntry({ href, icon, label, current, bare }: EntryProps) {
  const link = (
    <Link
      href={href}
      className="nav-entry"
      {...(current && { 'aria-current': 'page' as const })}
      {...(bare && { 'aria-label': label })}
    >
      <IconMark icon={icon} />
      {!bare && (
        <Text cut className="nav-word">
          {label}
        </Text>
      )}
    </Link>
  );
  return bare ? (
    <Tooltip text={label} placement="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

function ProjectEntries({ projectId, bare }: { projectId: string; bare: boolean }) {
  const t = useT();
  const { section } = useCurrentRoute();
  const project = useProject(projectId).data;
  const title = useProjectTitle(projectId);
  const entries = sectionsOf(projectId, project?.permissions);
  const settings = settingsOf(projectId);
  return (
    <>
      {!bare && (
        <Box cut size="s" weight="medium" className="nav-heading">
          {title ?? '\u00a0'}
        </Box>
      )}
      {bare && <div className="nav-line" />}
      {entries.map((entry) => (
        <NavEntry
          key={entry.section}
          href={entry.href}
          icon={entry.icon}
          label={t(`nav.${entry.section}`)}
          current={entry.section === section}
          bare={bare}
        />
      ))}
      {project?.permissions.includes('project.edit') && (
        <NavEntry
          href={settings.href}
          icon={settings.icon}
          label={t('nav.settings')}
          current={section === 'settings'}
          bare={bare}
        />
      )}
    </>
  );
}

type SideBarProps = { open: boolean; onToggle: () => void; onSearch: () => void };

const APPLE = /mac|iphone|ipad/iu.test(navigator.platform);

export function SideBar({ open, onToggle, onSearch }: SideBarProps) {
  const t = useT();
  const { projectId } = useCurrentRoute();
  const atProjects = useAtProjects();
  const atReports = useAtReports();
  const atWork = useAtWork();
  return (
    <Stack as="nav" column flat anchor className="side-bar" aria-label={t('shell.mainNavigation')}>
      <Row gap={0} justify="between" className="side-head">
        <Link href="/" className="side-logo" aria-label={t('shell.home')}>
          <LogoMark size={26} />
          {open && <span>Plumbline</span>}
        </Link>
        {open && <IconButton icon={CloseMenuIcon} label={t('shell.closeMenu')} size="s" onPress={onToggle} />}
      </Row>
      <Stack column gap={0.5} pad={2} flat grow scroll className="side-nav">
        {open && (
          <Button className="nav-entry nav-search" onPress={onSearch}>
            <IconMark icon={SearchIcon} />
            <Text cut className="nav-word">
              {t('shell.search')}
            </Text>
            <kbd>{APPLE ? '⌘ K' : t('shell.searchKeys')}</kbd>
          </Button>
        )}
        {!open && <IconButton icon={OpenMenuIcon} label={t('shell.openMenu')} placement="right" onPress={onToggle} />}
        {!open && <IconButton icon={SearchIcon} label={t('shell.search')} placement="right" onPress={onSearch} />}
        <NavEntry href={HOME} icon={WorkIcon} label={t('nav.work')} current={atWork} bare={!open} />
        <NavEntry
          href="/"
          icon={DashboardIcon}
          label={projectId === undefined ? t('nav.projects') : t('nav.allProjects')}
          current={projectId === undefined && atProjects}
          bare={!open}
        />
        {projectId === undefined && (
          <NavEntry
            href={reportsAddress()}
            icon={ReportIcon}
            label={t('nav.reports')}
            current={atReports}
            bare={!open}
          />
        )}
        {projectId !== undefined && <ProjectEntries projectId={projectId} bare={!open} />}
      </Stack>
      <Stack gap={1} pad={2} className="side-foot">
        <NotificationBell variant={open ? 'entry' : 'bare'} />
        <SyncMark variant={open ? 'bar' : 'bare'} />
        <UserMenu bare={!open} placement={open ? 'top start' : 'right bottom'} />
      </Stack>
    </Stack>
  );
}
