// The navigation in the hand, within reach of the thumb: the sections of the open project.
import { Link } from 'react-aria-components';
import { DashboardIcon, IconMark } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import { sectionsOf, usePlace } from './places.ts';
import { SyncMark } from './sync-mark.tsx';

export function BottomBar() {
  const t = useT();
  const { projectId, section } = usePlace();
  const entries = projectId === undefined ? [] : sectionsOf(projectId).filter((entry) => !entry.desk);
  return (
    <nav className="bottom-bar" aria-label={t('shell.mainNavigation')}>
      <Link href="/" className="bottom-entry" {...(projectId === undefined && { 'aria-current': 'page' as const })}>
        <IconMark icon={DashboardIcon} />
        <span>{t('nav.projects')}</span>
      </Link>
      {entries.map((entry) => (
        <Link
          key={entry.section}
          href={entry.href}
          className="bottom-entry"
          {...(entry.section === section && { 'aria-current': 'page' as const })}
        >
          <IconMark icon={entry.icon} />
          <span>{t(`nav.${entry.section}`)}</span>
        </Link>
      ))}
      {projectId === undefined && <SyncMark looks="bottom" />}
    </nav>
  );
}
