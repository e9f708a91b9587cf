// Quick selection of a project: the user's projects in the selected order, recently opened ones first.

import { PROJECT_SORTS, type ProjectEntry } from '@plumbline/core/features/projects/contract';
import { inOneLine } from '@plumbline/locales/one-line';
import { useQuery } from '@tanstack/react-query';
import { ProjectCover } from '../../features/projects/list/project-cover.tsx';
import { useOfflineProjects } from '../../local/use-rows.ts';
import { quickProjects } from '../../shared/data/project-queries.ts';
import { useDebouncedText } from '../../shared/navigation/typed-text.tsx';
import { recent } from '../../shared/session/recent.ts';
import { useUser } from '../../shared/session/session.tsx';
import { FavouriteIcon, IconMark } from '../../ui/icons.tsx';
import { useTypedAhead } from '../../ui/overlays/typed-ahead.ts';
import { useT } from '../../ui/translation.tsx';
import { OpenCounts } from './open-counts.tsx';
import { type Pick, QuickPick } from './quick-pick.tsx';
import { useQuickSettings } from './quick-settings.ts';

/** More than anyone scrolls through; typing finds the rest. */
const MAX_RESULTS = 60;
const MAX_RECENT = 4;

export function QuickProjects({ projectId, onClose }: { projectId: string | undefined; onClose: () => void }) {
  const t = useT();
  const { userId } = useUser();
  const [text, setText] = useTypedAhead();
  const [settings, onSettings] = useQuickSettings('projects', PROJECT_SORTS, 'lastActivity');
  const held = useOfflineProjects();
  const found = useQuery(
    quickProjects({
      search: useDebouncedText(text.trim()),
      sort: settings.sort,
      most: MAX_RESULTS,
      held: held.map((one) => one.id),
    }),
  );
  const entries = found.data?.content;
  const pickOf = (project: ProjectEntry): Pick => ({
    id: project.id,
    label: project.title,
    detail: inOneLine([project.company || project.organisationName, project.address]) || undefined,
    href: `/project/${project.id}`,
    current: project.id === projectId,
    picture: <ProjectCover seed={project.id} picture={project.cover} />,
    marks: (
      <>
        {project.favourite && (
          <span className="quick-star">
            <IconMark icon={FavouriteIcon} />
            <span className="ui-hidden">{t('quick.favourite')}</span>
          </span>
        )}
        <OpenCounts pins={project.openPins} tasks={project.openTasks} />
      </>
    ),
  });
  // Offline: the projects that are complete on this device.
  const local = held
    .filter((one) => one.active && one.title.toLocaleLowerCase().includes(text.trim().toLocaleLowerCase()))
    .map(
      (one): Pick => ({
        id: one.id,
        label: one.title,
        detail: one.address || undefined,
        href: `/project/${one.id}`,
        current: one.id === projectId,
        picture: <ProjectCover seed={one.id} picture={null} />,
      }),
    );
  const lately =
    text.trim() !== '' || !entries
      ? []
      : recent('projects', userId)
          .filter((id) => id !== projectId)
          .flatMap((id) => entries.find((entry) => entry.id === id) ?? [])
          .slice(0, MAX_RECENT);
  const more = (found.data?.totalElements ?? 0) - (entries?.length ?? 0);
  return (
    <QuickPick
      title={t('quick.projects')}
      searchLabel={t('quick.findProject')}
      text={text}
      onText={setText}
      recent={lately.map(pickOf)}
      all={entries?.map(pickOf) ?? (found.isError ? local : undefined)}
      allHeading={t('nav.projects')}
      settings={settings}
      onSettings={onSettings}
      sorts={PROJECT_SORTS.map((id) => ({ id, label: t(`project.sort.${id}`) }))}
      onClose={onClose}
      foot={more > 0 ? <p className="ui-help">{t('quick.more', { count: more })}</p> : undefined}
    />
  );
}
