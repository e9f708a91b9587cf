// The navigation on phones, within reach of the thumb: the sections of the open project.
import { Button, Link } from 'react-aria-components';
import { useProject } from '../../shared/data/project-queries.ts';
import { HOME, reportsAddress } from '../../shared/navigation/addresses.ts';
import { isProgramCached } from '../../shared/version/worker.ts';
import { Menu } from '../../ui/actions/menu.tsx';
import { DashboardIcon, IconMark, MoreIcon, ReportIcon, WorkIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import { sectionsOf, settingsOf, useAtProjects, useAtReports, useAtWork, useCurrentRoute } from './nav-sections.ts';
import { SyncMark } from './sync/sync-mark.tsx';
import './bottom-bar.css';

export function BottomBar() {
  const t = useT();
  const { projectId, section } = useCurrentRoute();
  const atProjects = useAtProjects();
  const atReports = useAtReports();
  const atWork = useAtWork();
  const entries = projectId === undefined ? [] : sectionsOf(projectId, undefined).filter((entry) => !entry.underMore);
  return (
    <nav className="bottom-bar" aria-label={t('shell.mainNavigation')}>
      <Link href={HOME} className="bottom-entry" {...(atWork && { 'aria-current': 'page' as const })}>
        <IconMark icon={WorkIcon} />
        <span>{t('nav.work')}</span>
      </Link>
      <Link
        href="/"
        className="bottom-entry"
        {...(projectId === undefined && atProjects && { 'aria-current': 'page' as const })}
      >
        <IconMark icon={DashboardIcon} />
        <span>{t('nav.projects')}</span>
      </Link>
      {entries.map((entry) => (
        <Link
          key={entry.section}
          href={entry.start ?? entry.href}
          className="bottom-entry"
          {...(entry.section === section && { 'aria-current': 'page' as const })}
        >
          <IconMark icon={entry.icon} />
          <span>{t(`nav.${entry.section}`)}</span>
        </Link>
      ))}
      {projectId !== undefined && <More projectId={projectId} />}
      {projectId === undefined && (
        <Link href={reportsAddress()} className="bottom-entry" {...(atReports && { 'aria-current': 'page' as const })}>
          <IconMark icon={ReportIcon} />
          <span>{t('nav.reports')}</span>
        </Link>
      )}
      {projectId === undefined && isProgramCached() && <SyncMark variant="bottom" />}
    </nav>
  );
}

/** The sections that do not fit in the bar. */
function More({ projectId }: { projectId: string }) {
  const t = useT();
  const { section } = useCurrentRoute();
  const project = useProject(projectId).data;
  const settings = project?.permissions.includes('project.edit') ? [settingsOf(projectId)] : [];
  const entries = [...sectionsOf(projectId, project?.permissions).filter((entry) => entry.underMore), ...settings];
  const here = entries.some((entry) => entry.section === section);
  return (
    <Menu
      label={t('shell.more')}
      placement="top end"
      trigger={
        <Button className="bottom-entry" {...(here && { 'aria-current': 'true' as const })}>
          <IconMark icon={MoreIcon} />
          <span>{t('shell.more')}</span>
        </Button>
      }
      groups={[
        {
          id: 'sections',
          entries: entries.map((entry) => ({
            id: entry.section,
            label: t(`nav.${entry.section}`),
            icon: entry.icon,
            href: entry.href,
          })),
        },
      ]}
    />
  );
}
