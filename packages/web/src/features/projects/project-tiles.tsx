// Projects as pictures in spans of time, and in the hand as a list of rows of the same content.
import type { ProjectEntry } from '@plumbline/core/features/projects/contract';
import { Link } from 'react-aria-components';
import { type Icon, IconMark, PinIcon, PlanIcon, TaskIcon } from '../../ui/icons.tsx';
import { StatusBadge } from '../../ui/marks/status-badge.tsx';
import { useT } from '../../ui/translation.tsx';
import { ProjectCover } from './project-cover.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { type Grouped, groupByTime, type TimeGroup } from './time-groups.ts';

/** The instant by which a list is grouped; undefined where its order is not one of time. */
export type TimeOf = ((project: ProjectEntry) => string) | undefined;

export function projectAddress({ address, postCode }: ProjectEntry): string {
  return address === '' || postCode === '' ? address : `${address}, ${postCode}`;
}

function Figure({ icon, text, count }: { icon: Icon; text: string; count: number }) {
  const t = useT();
  return (
    <span className="project-figure ui-figures" data-none={count === 0 ? '' : undefined} title={text}>
      <IconMark icon={icon} />
      <span aria-hidden="true">{t.number(count)}</span>
      <span className="ui-hidden">{text}</span>
    </span>
  );
}

export function ProjectFigures({ project }: { project: ProjectEntry }) {
  const t = useT();
  return (
    <span className="project-figures">
      <Figure icon={PlanIcon} count={project.plans} text={t('project.plans', { count: project.plans })} />
      <Figure icon={PinIcon} count={project.openPins} text={t('project.openPins', { count: project.openPins })} />
      <Figure icon={TaskIcon} count={project.openTasks} text={t('project.openTasks', { count: project.openTasks })} />
    </span>
  );
}

type TileProps = { project: ProjectEntry; at: string; now: Date };

function Tile({ project, at, now }: TileProps) {
  const t = useT();
  const place = projectAddress(project) || project.company;
  return (
    <li className="project-tile">
      <Link href={`/project/${project.id}`} className="project-link">
        <span className="project-picture">
          <ProjectCover seed={project.id} picture={project.cover} />
        </span>
        <span className="project-words">
          <span className="project-name">{project.title}</span>
          {place !== '' && <span className="project-place">{place}</span>}
          <span className="project-line">
            <ProjectFigures project={project} />
            {!project.active && <StatusBadge status="inactive" plain />}
            <time dateTime={at}>{t.relative(new Date(at), now)}</time>
          </span>
        </span>
      </Link>
      <div className="project-more">
        <ProjectMenu project={project} />
      </div>
    </li>
  );
}

export function useGroupName(): (group: TimeGroup) => string {
  const t = useT();
  return (group) => (group.kind === 'month' ? t.date(group.start, 'month') : t(`project.time.${group.kind}`));
}

type ProjectTilesProps = { projects: readonly ProjectEntry[]; timeOf: TimeOf; now: Date };

export function ProjectTiles({ projects, timeOf, now }: ProjectTilesProps) {
  const nameOf = useGroupName();
  const groups: readonly Partial<Grouped<ProjectEntry>>[] = timeOf
    ? groupByTime(projects, (project) => new Date(timeOf(project)), now)
    : [{ items: [...projects] }];
  return groups.map(({ group, items = [] }, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the same month may come twice where the order is reversed
    <section key={`${group?.id ?? 'all'} ${at}`} className="project-group">
      {group && <h2 className="project-heading">{nameOf(group)}</h2>}
      <ul className="project-tiles">
        {items.map((project) => (
          <Tile key={project.id} project={project} at={timeOf?.(project) ?? project.lastActivity} now={now} />
        ))}
      </ul>
    </section>
  ));
}

const WAITING = ['a', 'b', 'c', 'd', 'e', 'f'];

/** The shape of the tiles while the first projects come. */
export function WaitingTiles() {
  const t = useT();
  return (
    <ul className="project-tiles" aria-busy="true" aria-label={t('ui.loading')}>
      {WAITING.map((key) => (
        <li key={key} className="project-tile" data-waiting="">
          <span className="project-picture" />
          <span className="project-words">
            <span className="ui-skeleton" data-shape="text" />
            <span className="ui-skeleton" data-shape="text" />
          </span>
        </li>
      ))}
    </ul>
  );
}
