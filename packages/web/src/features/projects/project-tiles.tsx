// Folders and projects as cards grouped by time, or as rows on phones; only the visible lines are rendered.
import type { ProjectEntry } from '@plumbline/core/features/projects/contract';
import type { FolderEntry } from '@plumbline/core/features/projects/folders-contract';
import type { Translator } from '@plumbline/locales/translate';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { Link } from 'react-aria-components';
import { projectsAddress } from '../../shared/navigation/addresses.ts';
import { TilePick } from '../../ui/choices/tile-pick.tsx';
import type { Selection } from '../../ui/data/rows.ts';
import { useStableKeys } from '../../ui/data/stable-keys.ts';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { FolderIcon, type Icon, IconMark, PinIcon, PlanIcon, TaskIcon } from '../../ui/icons.tsx';
import { Box, Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { StatusBadge } from '../../ui/marks/status-badge.tsx';
import { useT } from '../../ui/translation.tsx';
import { FolderMenu } from './folders/folder-menu.tsx';
import type { Drag } from './folders/use-drag.ts';
import { folderRow, type ListRow, mayMove, projectRow, type RowActions } from './list/list-rows.ts';
import { ProjectCover } from './list/project-cover.tsx';
import { OfflineMark, Star } from './list/star.tsx';
import { type Grouped, groupByTime, type TimeGroup } from './list/time-groups.ts';
import { ProjectMenu } from './project-menu.tsx';

/** The time a list is grouped by; undefined if it is not sorted by time. */
export type TimeOf = ((project: ProjectEntry) => string) | undefined;

export function projectAddress({ address, postCode }: ProjectEntry): string {
  return address === '' || postCode === '' ? address : `${address}, ${postCode}`;
}

function Figure({ icon, text, count }: { icon: Icon; text: string; count: number }) {
  const t = useT();
  return (
    <Row
      as="span"
      inline
      gap={1}
      ink={2}
      weight="medium"
      icons="small"
      className="project-figure ui-figures"
      data-none={count === 0 ? '' : undefined}
      title={text}
    >
      <IconMark icon={icon} />
      <span aria-hidden="true">{t.number(count)}</span>
      <span className="ui-hidden">{text}</span>
    </Row>
  );
}

function ProjectFigures({ project }: { project: ProjectEntry }) {
  const t = useT();
  return (
    <Row as="span" inline gap={3} align="stretch">
      <Figure icon={PlanIcon} count={project.plans} text={t('project.plans', { count: project.plans })} />
      <Figure icon={PinIcon} count={project.openPins} text={t('project.openPins', { count: project.openPins })} />
      <Figure icon={TaskIcon} count={project.openTasks} text={t('project.openTasks', { count: project.openTasks })} />
    </Row>
  );
}

/** Describes what a folder contains. */
export function folderWords(t: Translator, { folders, within }: FolderEntry): string {
  const projects = within === 0 ? t('project.empty') : t('project.count', { count: within });
  return folders === 0 ? projects : `${projects} · ${t('project.folderCount', { count: folders })}`;
}

type CardProps = {
  isSelected: boolean;
  onToggle: (row: ListRow, extend: boolean) => void;
  actions: RowActions;
  drag: Drag;
};

/** By default, dragging a link drags its URL. */
const dragsItself = (element: HTMLElement | null) => element?.setAttribute('draggable', 'true');

function FolderCard({ folder, isSelected, onToggle, actions, drag }: { folder: FolderEntry } & CardProps) {
  const t = useT();
  const row = folderRow(folder);
  return (
    <li
      className="project-tile folder-card"
      {...drag.source(row)}
      {...drag.target(folder.id)}
      data-drop={drag.over === folder.id ? '' : undefined}
      data-selected={isSelected ? '' : undefined}
    >
      <Link href={projectsAddress(folder.id)} className="folder-link" {...(folder.mayChange && { ref: dragsItself })}>
        <Stack as="span" gap={0} center fixed ink="brand" surface="brand-soft" corner="m" className="folder-picture">
          <IconMark icon={FolderIcon} />
        </Stack>
        <Stack as="span" gap={0} shrink>
          <Text weight="strong" cut>
            {folder.name}
          </Text>
          <Text size="s" ink={3} cut>
            {folderWords(t, folder)}
          </Text>
        </Stack>
      </Link>
      {folder.mayChange && (
        <TilePick name={row.name} isSelected={isSelected} onToggle={(extend) => onToggle(row, extend)} />
      )}
      <Stack gap={0} center at="0 2 0 auto" className="folder-more">
        <FolderMenu folder={folder} actions={actions} />
      </Stack>
    </li>
  );
}

type TileProps = CardProps & { project: ProjectEntry; at: string; now: Date; held: boolean; place: string | undefined };

function Tile({ project, at, now, held, place, isSelected, onToggle, actions, drag }: TileProps) {
  const t = useT();
  const row = projectRow(project);
  const where = place ?? (projectAddress(project) || project.company);
  const moves = mayMove(row, actions.admin);
  return (
    <li className="project-tile" {...drag.source(row)} data-selected={isSelected ? '' : undefined}>
      <Link href={`/project/${project.id}`} className="project-link" {...(moves && { ref: dragsItself })}>
        <Box as="span" anchor block clip line="below" surface="brand-soft" className="project-picture">
          <ProjectCover seed={project.id} picture={project.cover} />
        </Box>
        <Stack as="span" column gap={0.5} shrink grow pad="3 4" className="project-words">
          <Text clamp size="l" weight="strong" tight className="project-name">
            {project.title}
          </Text>
          {where !== '' && (
            <Text size="s" ink={2} cut>
              {where}
            </Text>
          )}
          {held && <OfflineMark />}
          <Row as="span" gap="1 3" justify="between" wrap size="s" ink={3} className="project-line">
            <ProjectFigures project={project} />
            {!project.active && <StatusBadge status="inactive" plain />}
            <time dateTime={at}>{t.relative(new Date(at), now)}</time>
          </Row>
        </Stack>
      </Link>
      {moves && <TilePick name={row.name} isSelected={isSelected} onToggle={(extend) => onToggle(row, extend)} />}
      <div className="project-more">
        <Star project={project} onStar={actions.onStar} />
        <ProjectMenu project={project} actions={actions} />
      </div>
    </li>
  );
}

function useGroupName(): (group: TimeGroup) => string {
  const t = useT();
  return (group) => (group.kind === 'month' ? t.date(group.start, 'month') : t(`project.time.${group.kind}`));
}

type ProjectTilesProps = {
  folders: readonly FolderEntry[];
  projects: readonly ProjectEntry[];
  timeOf: TimeOf;
  now: Date;
  selection: Selection;
  actions: RowActions;
  drag: Drag;
  held: ReadonlySet<string>;
  placeOf: ((row: ListRow) => string) | undefined;
  /** Projects are listed before folders. */
  foldersLast: boolean;
  onEnd: () => void;
  more: boolean;
};

/** A line of the grid: a heading, or one row of cards. */
type Line =
  | { kind: 'heading'; key: string; text: string }
  | { kind: 'cards'; key: string; rows: readonly ListRow[]; folders: boolean };

/** Four cards in a row beside the open menu on a screen of 1440 px. */
const MIN_CARD_PX = 260;
const GAP = 16;
const WIDE = 1024;

function chunks(rows: readonly ListRow[], size: number, folders: boolean): Line[] {
  return Array.from({ length: Math.ceil(rows.length / size) }, (_, at) => {
    const part = rows.slice(at * size, (at + 1) * size);
    return { kind: 'cards', key: `${size}/${part[0]?.id}`, rows: part, folders };
  });
}

/** The number of cards in a row; one below 1024 px. */
function useColumns(scroller: RefObject<HTMLElement | null>): number {
  const [columns, setColumns] = useState(1);
  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      const width = element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight);
      setColumns(innerWidth < WIDE ? 1 : Math.max(1, Math.floor((width + GAP) / (MIN_CARD_PX + GAP))));
    };
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, [scroller]);
  return columns;
}

export function ProjectTiles(props: ProjectTilesProps) {
  const { folders, projects, timeOf, now, selection, actions, drag, held, placeOf, foldersLast, onEnd, more } = props;
  const t = useT();
  const nameOf = useGroupName();
  const scroller = useRef<HTMLDivElement>(null);
  const columns = useColumns(scroller);
  const folderLines = chunks(folders.map(folderRow), columns, true);
  const groups: readonly Partial<Grouped<ProjectEntry>>[] = timeOf
    ? groupByTime(projects, (project) => new Date(timeOf(project)), now)
    : [{ items: [...projects] }];
  const projectLines = groups.flatMap(({ group, items = [] }, at): Line[] => [
    ...(group ? [{ kind: 'heading' as const, key: `${group.id} ${at}`, text: nameOf(group) }] : []),
    ...chunks(items.map(projectRow), columns, false),
  ]);
  const lines = foldersLast ? [...projectLines, ...folderLines] : [...folderLines, ...projectLines];
  const keyOf = useStableKeys(lines.map(({ key }) => `${key}/${columns}`));
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => {
      const line = lines[index];
      if (line?.kind !== 'cards') return 48;
      return columns === 1 ? (line.folders ? 72 : 112) : line.folders ? 88 : 284;
    },
    getItemKey: keyOf,
    overscan: 6,
    onChange: (instance) => {
      if (more && lines.length > 0 && (instance.range?.endIndex ?? 0) >= lines.length - 6) onEnd();
    },
  });
  const anchor = useRef<string>(undefined);
  const onToggle = (row: ListRow, extend: boolean) => {
    const next = new Set(selection.ids);
    const all = lines.flatMap((line) => (line.kind === 'cards' ? line.rows : []));
    const from = extend ? all.findIndex((one) => one.id === anchor.current) : -1;
    const to = all.findIndex((one) => one.id === row.id);
    if (from >= 0) {
      const between = all.slice(Math.min(from, to), Math.max(from, to) + 1);
      for (const one of between) if (mayMove(one, actions.admin)) next.add(one.id);
    } else if (!next.delete(row.id)) next.add(row.id);
    anchor.current = row.id;
    selection.onChange(next);
  };
  const card = (row: ListRow) => {
    const common = { isSelected: selection.ids.has(row.id), onToggle, actions, drag };
    if (row.kind === 'folder') return <FolderCard key={row.id} folder={row.folder} {...common} />;
    const { project } = row;
    const at = timeOf?.(project) ?? project.lastActivity;
    return (
      <Tile
        key={row.id}
        project={project}
        at={at}
        now={now}
        held={held.has(row.id)}
        place={placeOf?.(row)}
        {...common}
      />
    );
  };
  return (
    <div
      className="project-grid"
      ref={scroller}
      data-selecting={selection.ids.size > 0 ? '' : undefined}
      data-columns={columns === 1 ? 'one' : undefined}
    >
      <Box anchor style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, key, start }) => {
          const line = lines[index];
          if (!line) return null;
          return (
            <div
              key={key}
              ref={virtual.measureElement}
              data-index={index}
              className="project-gridline"
              style={{ translate: `0 ${start}px` }}
            >
              {line.kind === 'heading' ? (
                <Text as="h2" size="m" ink={2} className="project-heading">
                  {line.text}
                </Text>
              ) : (
                <ul className="project-tiles" style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}>
                  {line.rows.map(card)}
                </ul>
              )}
            </div>
          );
        })}
      </Box>
      {more && (
        <Stack gap={0} center className="project-rest" role="status" aria-label={t('ui.loading')}>
          <Spinner />
        </Stack>
      )}
    </div>
  );
}
