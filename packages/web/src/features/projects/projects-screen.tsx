// The start screen: find, sort and open the user's projects.
import type { FolderEntry } from '@plumbline/core/features/projects/folders-contract';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { NetworkFailure } from '../../api/failure.ts';
import { useOfflineProjects } from '../../local/use-rows.ts';
import { MisreadFilter } from '../../shared/data/ignored-filter.tsx';
import { failureText, shownFailure } from '../../shared/data/shown-failure.ts';
import { isId, projectsAddress, projectsTaskAddress } from '../../shared/navigation/addresses.ts';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import { useTypedText } from '../../shared/navigation/typed-text.tsx';
import { useUser } from '../../shared/session/session.tsx';
import { Button, LinkButton } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { AddIcon, IconMark, NewFolderIcon, UpIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Box, Stack } from '../../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { PHONE, useMedia } from '../../ui/theme/use-media.ts';
import { useT } from '../../ui/translation.tsx';
import { listedFolders, pathTo, treeOf } from './folders/folder-tree.ts';
import { ListDialogs } from './list/list-dialogs.tsx';
import { folderRow, idsOfKind, type ListRow, placeOf, projectRow, type RowActions } from './list/list-rows.ts';
import { NoProjects } from './list/no-projects.tsx';
import { OfflineList } from './list/offline-list.tsx';
import { ProjectTable } from './project-table.tsx';
import { ProjectTiles, type TimeOf } from './project-tiles.tsx';
import { ProjectToolbar } from './project-toolbar.tsx';
import type { ProjectView } from './project-view.ts';
import './projects.css';
import { ResultDialog } from '../../shared/batch/result-dialog.tsx';
import { folderList, projectList, useDeleteFolder, useSetFavourite } from '../../shared/data/project-queries.ts';
import { useDrag } from './folders/use-drag.ts';
import { useMoves } from './folders/use-moves.ts';
import { SelectionBar } from './list/selection-bar.tsx';
import { TilesSkeleton } from './list/tiles-skeleton.tsx';
import { useListTask } from './list/use-list-task.ts';
import { useSelectAll } from './list/use-select-all.ts';
import { useProjectView } from './use-project-view.ts';

const ProjectsExport = later(() => import('./projects-export.tsx').then((module) => module.ProjectsExport));

const WIDE = '(min-width: 1024px)';

const TIMES: Record<ProjectView['sort'], TimeOf> = {
  name: undefined,
  organisationName: undefined,
  lastActivity: (project) => project.lastActivity,
  lastModified: (project) => project.lastModified,
  date: undefined,
  type: undefined,
  favourites: undefined,
  offlineOnline: undefined,
};

const NO_FOLDERS: readonly FolderEntry[] = [];
const NO_IDS: ReadonlySet<string> = new Set();

/** The projects of one folder or, while searching, of all folders; together with the subfolders. */
function useListing(view: ProjectView, requested: string | null, searched: string, held: ReadonlySet<string>) {
  const t = useT();
  const filter = { state: view.state, whose: view.whose };
  const folders = useQuery(folderList(filter));
  const tree = useMemo(() => treeOf(folders.data ?? NO_FOLDERS), [folders.data]);
  // Until the folders have loaded, the folder in the URL is assumed to exist.
  const lost = folders.data !== undefined && requested !== null && !tree.byId.has(requested);
  const folderId = lost ? null : requested;
  const list = useInfiniteQuery(
    projectList({
      ...filter,
      sort: view.sort,
      reverse: view.reverse ? 'true' : 'false',
      ...(view.sort === 'offlineOnline' && { first: [...held].slice(0, 100) }),
      ...(searched === '' ? { folder: folderId ?? 'root' } : { search: searched }),
    }),
  );
  const projects = useMemo(() => list.data?.pages.flatMap((page) => page.content) ?? [], [list.data]);
  const shown = useMemo(
    () => listedFolders(tree, { ...view, folderId, search: searched, locale: t.locale }),
    [tree, view, folderId, searched, t],
  );
  return { folders, tree, folderId, lost, list, projects, shown };
}

export function ProjectsScreen() {
  const t = useT();
  const user = useUser();
  const wide = useMedia(WIDE);
  const phone = useMedia(PHONE);
  const [stored, setView] = useProjectView();
  const [search, setSearch] = useTypedText(stored.search, (text) => setView({ search: text }));
  const searched = stored.search;
  const seesOthers = user.permissions.includes('project.viewAll');
  const mayCreate = user.permissions.includes('project.create');
  const view = useMemo(
    () => ({ ...stored, whose: seesOthers ? stored.whose : ('mine' as const) }),
    [stored, seesOthers],
  );
  const offlineRows = useOfflineProjects();
  const held = useMemo(() => new Set(offlineRows.map((offlineRow) => offlineRow.id)), [offlineRows]);
  const { folder } = useSearch({ strict: false }) as { folder?: string };
  const task = useListTask(isId(folder) ? (folder ?? null) : null);
  const requested = task.task?.opens === 'newFolder' ? task.task.parentId : isId(folder) ? (folder ?? null) : null;
  const { folders, tree, folderId, lost, list, projects, shown } = useListing(view, requested, searched, held);
  const path = pathTo(tree, folderId);
  const [chosen, setChosen] = useState(NO_IDS);
  const rows = useMemo(() => {
    const both = [shown.map(folderRow), projects.map(projectRow)];
    return (view.sort === 'type' && view.reverse ? both.reverse() : both).flat();
  }, [shown, projects, view.sort, view.reverse]);
  const selected = rows.filter((row) => chosen.has(row.id));
  const total = (list.data?.pages[0]?.totalElements ?? 0) + shown.length;
  const selectAll = useSelectAll(list, rows, setChosen);
  const [deactivating, deactivate] = useState<readonly ListRow[]>([]);
  const names = useMemo(() => new Map(rows.map((row) => [row.id, row.name])), [rows]);
  const placeName = (id: string | null) => (id === null ? t('nav.allProjects') : (tree.byId.get(id)?.name ?? ''));
  const clear = () => setChosen(NO_IDS);
  const moves = useMoves(names, clear);
  const star = useSetFavourite();
  const remove = useDeleteFolder();
  const [deleting, setDeleting] = useState<FolderEntry>();
  const admin = user.settings.admin;

  const openMove = (moving: readonly ListRow[]) =>
    task.open({
      opens: 'move',
      projects: idsOfKind(moving, 'project'),
      folders: idsOfKind(moving, 'folder'),
      folder: folderId,
    });
  const actions: RowActions = {
    admin,
    onSelect: (row) => setChosen(new Set([...chosen, row.id])),
    onMove: openMove,
    onRename: (one) => task.open({ opens: 'rename', folderId: one.id, folder: folderId }),
    onDelete: setDeleting,
    onCopy: (project) => task.open({ opens: 'copy', projectId: project.id, folder: folderId }),
    onStar: (project, favourite) =>
      star.mutate(
        { id: project.id, favourite },
        { onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }) },
      ),
  };
  const drag = useDrag({
    rows,
    chosen,
    admin,
    labelOf: (moving) => (moving.length === 1 ? (moving[0]?.name ?? '') : t('project.items', { count: moving.length })),
    onDrop: (moving, to) =>
      moves.moveTo(
        { projects: idsOfKind(moving, 'project'), folders: idsOfKind(moving, 'folder') },
        to,
        placeName(to),
        moving,
      ),
  });

  const now = new Date();
  const readOn = () => {
    if (list.hasNextPage && !list.isFetching) void list.fetchNextPage();
  };
  const nothing = (
    <NoProjects
      searched={searched}
      view={view}
      mayCreate={mayCreate}
      folderId={folderId}
      onClear={() => setSearch('')}
    />
  );
  const asTable = wide && view.view === 'list';
  // Folders are shown above the projects and do not wait for them.
  const first = folders.isPending || (list.isPending && shown.length === 0);
  const empty = !first && !list.isPending && rows.length === 0;
  const parent = path.at(-2)?.id ?? null;
  const common = {
    now,
    actions,
    drag,
    held,
    selection: { ids: chosen, onChange: setChosen },
    placeOf: searched === '' ? undefined : (row: ListRow) => placeName(placeOf(row)),
    onEnd: readOn,
  };
  const title = path.at(-1)?.name ?? t('project.list');

  return (
    <Stack column fill anchor className="projects">
      <ScreenHead
        title={title}
        path={path.map((one, at) => ({
          id: one.id,
          label: one.name,
          ...(at < path.length - 1 && { href: projectsAddress(one.id) }),
        }))}
      >
        {mayCreate && !phone && (
          <Button icon={NewFolderIcon} onPress={() => task.open({ opens: 'newFolder', parentId: folderId })}>
            {t('project.newFolder')}
          </Button>
        )}
        {mayCreate && !empty && (
          <LinkButton
            kind="next"
            icon={AddIcon}
            href={projectsTaskAddress({ opens: 'newProject', parentId: folderId })}
          >
            {phone ? t('project.newShort') : t('project.new')}
          </LinkButton>
        )}
      </ScreenHead>
      <h1 className="ui-hidden">{title}</h1>
      <ProjectToolbar
        search={search}
        onSearch={setSearch}
        view={view}
        onView={(change) => {
          clear();
          setView(change);
        }}
        seesOthers={seesOthers}
        wide={wide}
        phone={phone}
        buttons={
          <>
            <ProjectsExport view={view} folderId={folderId} search={searched} />
            {phone && mayCreate && (
              <IconButton
                icon={NewFolderIcon}
                kind="default"
                label={t('project.newFolder')}
                onPress={() => task.open({ opens: 'newFolder', parentId: folderId })}
              />
            )}
          </>
        }
      />
      <MisreadFilter read={view} onDrop={() => setView(view)} />
      {lost && <Notice kind="warning">{t('project.folderGone')}</Notice>}
      {drag.moving.length > 0 && folderId !== null && (
        <div className="project-up" {...drag.target(parent)} data-drop={drag.over === parent ? '' : undefined}>
          <IconMark icon={UpIcon} />
          {t('project.moveUp', { folder: placeName(parent) })}
        </div>
      )}
      <Box
        scroll
        grow
        flat
        className="projects-body"
        data-table={asTable ? '' : undefined}
        data-stale={list.isPlaceholderData ? '' : undefined}
      >
        {list.error && !list.data ? (
          list.error instanceof NetworkFailure ? (
            <OfflineList projects={offlineRows} search={searched} onRetry={() => void list.refetch()} />
          ) : (
            <ErrorView failure={shownFailure(t, list.error)} onRetry={() => void list.refetch()} />
          )
        ) : asTable ? (
          <ProjectTable
            {...common}
            key={folderId}
            rows={rows}
            view={view}
            onView={setView}
            loading={first ? 'first' : list.isPending || list.isFetchingNextPage ? 'more' : undefined}
            total={list.data ? total : undefined}
            empty={nothing}
          />
        ) : first ? (
          <TilesSkeleton />
        ) : empty ? (
          nothing
        ) : (
          <ProjectTiles
            {...common}
            key={folderId}
            folders={shown}
            projects={projects}
            timeOf={view.reverse ? undefined : TIMES[view.sort]}
            foldersLast={view.sort === 'type' && view.reverse}
            more={list.isPending || list.hasNextPage}
          />
        )}
      </Box>
      <SelectionBar
        rows={selected}
        tree={tree}
        state={view.state}
        busy={moves.busy}
        total={total}
        onAll={selected.length < total ? selectAll : undefined}
        onMove={openMove}
        onSetActive={(chosenRows, active) => (active ? moves.setActive(chosenRows, true) : deactivate(chosenRows))}
        onClear={clear}
      />
      <ConfirmDialog
        title={t('project.inactiveManyQuestion', { count: deactivating.length })}
        confirm={t('project.setInactive')}
        isOpen={deactivating.length > 0}
        isBusy={moves.busy}
        onConfirm={() => moves.setActive(deactivating, false, () => deactivate([]))}
        onCancel={() => deactivate([])}
      >
        {t('project.inactiveText')}
      </ConfirmDialog>
      <ListDialogs
        task={task}
        tree={tree}
        rows={rows}
        ready={folders.data !== undefined}
        folderId={folderId}
        moves={moves}
        placeName={placeName}
      />
      <ConfirmDialog
        title={t('project.deleteQuestion', { name: deleting?.name ?? '' })}
        confirm={t('project.deleteFolder')}
        danger
        isOpen={deleting !== undefined}
        isBusy={remove.isPending}
        onConfirm={() => {
          if (!deleting) return;
          remove.mutate(deleting.id, {
            onSuccess: () => showToast({ text: t('project.folderDeleted', { name: deleting.name }) }),
            onError: (error) => showToast({ kind: 'error', text: failureText(t, error) }),
            onSettled: () => setDeleting(undefined),
          });
        }}
        onCancel={() => setDeleting(undefined)}
      >
        {t('project.deleteText')}
      </ConfirmDialog>
      {moves.result && <ResultDialog result={moves.result} onClose={moves.clear} />}
    </Stack>
  );
}
