// All routes within one project.
import { createRoute, useRouterState } from '@tanstack/react-router';
import { type ComponentProps, type ReactElement, Suspense } from 'react';
import { readGalleryRoute } from '../../features/media/gallery/gallery-route.ts';
import { openings } from '../../features/plans/opening/plan-opening.ts';
import { readViewType } from '../../features/tasks/list/view-type.ts';
import {
  groupsAddress,
  isId,
  isSettingsTab,
  isTeamView,
  readGroupRoute,
  readPinsRoute,
  readPlanRoute,
  readVersionsRoute,
  reportsAddress,
  versionsAddress,
} from '../../shared/navigation/addresses.ts';
import { NotFound } from '../../shared/navigation/not-found.tsx';
import { gate } from './root-routes.tsx';
import { showing } from './screen.tsx';
import {
  AlignScreen,
  CompareScreen,
  DashboardScreen,
  DatasetsScreen,
  GalleryScreen,
  GroupScreen,
  GroupsScreen,
  PinImportScreen,
  PinsScreen,
  PlanScreen,
  PlansScreen,
  ProjectFrame,
  ProjectImportStatus,
  ProjectSettingsScreen,
  ReportsScreen,
  TasksScreen,
  TeamImportScreen,
  TeamScreen,
  VersionScreen,
  VersionsScreen,
} from './screens.ts';

/** How long the plan screen waits for its drawing: until then the page has nothing better to do. */
const FIRST_FRAME_WAIT_MS = 150;

function Gallery({ params, exporting }: { params: Record<string, string | undefined>; exporting?: boolean }) {
  const search = useRouterState({ select: (state) => state.location.searchStr });
  return <GalleryScreen {...readGalleryRoute(params, search)} exporting={exporting} />;
}

/** The imports of the project above a screen, which stays while the dialog loads. */
function ImportStatus(props: ComponentProps<typeof ProjectImportStatus>) {
  return (
    <Suspense>
      <ProjectImportStatus {...props} />
    </Suspense>
  );
}

/** Everything within one project; loads its details and shows its navigation. */
const project = createRoute({
  getParentRoute: () => gate,
  path: '/project/$projectId',
  component: showing([ProjectFrame], (): ReactElement => {
    const { projectId } = project.useParams();
    return isId(projectId) ? <ProjectFrame projectId={projectId} /> : <NotFound />;
  }),
});

const plans = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: showing([PlansScreen], () => <PlansScreen projectId={project.useParams().projectId} />),
});
const importing = createRoute({
  getParentRoute: () => project,
  path: '/import',
  component: showing([PlansScreen], () => <PlansScreen projectId={project.useParams().projectId} opens="import" />),
});
/** A building model; with the id of a model, the file becomes its new version. */
const importBim = createRoute({
  getParentRoute: () => project,
  path: '/importBim/{-$bimModel}',
  component: showing([PlansScreen], () => {
    const { projectId, bimModel } = importBim.useParams();
    return <PlansScreen projectId={projectId} opens="import" entryId={bimModel} />;
  }),
});
const importStatus = createRoute({
  getParentRoute: () => project,
  path: '/importStatus',
  component: showing([PlansScreen], () => (
    <PlansScreen projectId={project.useParams().projectId} opens="importStatus" />
  )),
});
const newFolder = createRoute({
  getParentRoute: () => project,
  path: '/newfolder/{-$parentId}',
  component: showing([PlansScreen], () => {
    const { projectId, parentId } = newFolder.useParams();
    return <PlansScreen projectId={projectId} opens="newFolder" entryId={parentId} />;
  }),
});
const rename = createRoute({
  getParentRoute: () => project,
  path: '/rename/$planId',
  component: showing([PlansScreen], () => {
    const { projectId, planId } = rename.useParams();
    return <PlansScreen projectId={projectId} opens="rename" entryId={planId} />;
  }),
});
/** Ids of the entries to move, separated by commas. */
const movePlans = createRoute({
  getParentRoute: () => project,
  path: '/move/{-$planIds}',
  component: showing([PlansScreen], () => {
    const { projectId, planIds } = movePlans.useParams();
    return <PlansScreen projectId={projectId} opens="move" entryId={planIds} />;
  }),
});
const offline = createRoute({
  getParentRoute: () => project,
  path: '/$planId/offline',
  component: showing([PlansScreen], () => {
    const { projectId, planId } = offline.useParams();
    return <PlansScreen projectId={projectId} opens="offline" entryId={planId} />;
  }),
});
const removeOffline = createRoute({
  getParentRoute: () => project,
  path: '/$planId/removeOffline',
  component: showing([PlansScreen], () => {
    const { projectId, planId } = removeOffline.useParams();
    return <PlansScreen projectId={projectId} opens="removeOffline" entryId={planId} />;
  }),
});
const planVersions = createRoute({
  getParentRoute: () => project,
  path: '/planVersions/$planId/{-$option}/{-$first}/{-$second}/{-$mode}',
  component: showing([VersionScreen, CompareScreen, VersionsScreen], () => {
    const params = planVersions.useParams();
    const { projectId, planId } = params;
    const place = readVersionsRoute(params);
    if (place.shows === 'view')
      return <VersionScreen projectId={projectId} planId={planId} revisionId={place.revisionId} />;
    if (place.shows === 'compare') return <CompareScreen projectId={projectId} planId={planId} {...place} />;
    return (
      <>
        <VersionsScreen projectId={projectId} planId={planId} />
        {place.shows === 'importStatus' && (
          <ImportStatus projectId={projectId} planId={planId} back={versionsAddress(projectId, planId)} />
        )}
      </>
    );
  }),
});
const importRevision = createRoute({
  getParentRoute: () => project,
  path: '/importRevision/$planId/{-$option}',
  component: showing([AlignScreen, VersionsScreen], () => {
    const { projectId, planId, option } = importRevision.useParams();
    if (option) return <AlignScreen key={option} projectId={projectId} planId={planId} revisionId={option} />;
    return <VersionsScreen projectId={projectId} planId={planId} importing />;
  }),
});
const plan = createRoute({
  getParentRoute: () => project,
  path: '/$planId/{-$viewType}/{-$pinId}/{-$tab}/{-$pinOption}/{-$search}',
  beforeLoad: ({ params }) => openings.show(params.planId, FIRST_FRAME_WAIT_MS),
  component: showing([PlanScreen], () => {
    const place = readPlanRoute(plan.useParams());
    // Any other word is an unknown section.
    return isId(place.planId) ? <PlanScreen {...place} /> : <NotFound />;
  }),
});
const pinsAlias = createRoute({
  getParentRoute: () => project,
  path: '/pins',
  component: showing([PinsScreen], () => <PinsScreen {...readPinsRoute(project.useParams())} />),
});
const pins = createRoute({
  getParentRoute: () => project,
  path: '/pins/$viewType/{-$planId}/{-$pinId}/{-$tab}/{-$pinOption}/{-$page}/{-$size}/{-$search}',
  component: showing([PinsScreen], () => <PinsScreen {...readPinsRoute(pins.useParams())} />),
});
const importPins = createRoute({
  getParentRoute: () => project,
  path: '/pins/importStatus',
  component: showing([PinImportScreen], () => <PinImportScreen projectId={project.useParams().projectId} />),
});
const groups = createRoute({
  getParentRoute: () => project,
  path: '/groups',
  component: showing([GroupsScreen], () => <GroupsScreen projectId={project.useParams().projectId} />),
});
const group = createRoute({
  getParentRoute: () => project,
  path: '/groups/$groupId/{-$viewType}/{-$planId}/{-$pinId}/{-$tab}/{-$pinOption}/{-$page}/{-$size}/{-$search}',
  component: showing([GroupsScreen, GroupScreen], () => {
    const place = readGroupRoute(group.useParams());
    if (place.groupId === 'importStatus') {
      return (
        <>
          <GroupsScreen projectId={place.projectId} />
          <ImportStatus projectId={place.projectId} back={groupsAddress(place.projectId)} />
        </>
      );
    }
    return isId(place.groupId) ? <GroupScreen {...place} /> : <NotFound />;
  }),
});
const tasks = createRoute({
  getParentRoute: () => project,
  path: '/tasks',
  component: showing([TasksScreen], () => <TasksScreen projectId={project.useParams().projectId} />),
});
/** A board or a calendar, or the imports of the project above the list. */
const tasksView = createRoute({
  getParentRoute: () => project,
  path: '/tasks/$viewType',
  component: showing([TasksScreen], (): ReactElement => {
    const { projectId, viewType } = tasksView.useParams();
    const known = viewType === 'importStatus' ? 'list' : readViewType(viewType);
    if (!known) return <NotFound />;
    return (
      <>
        <TasksScreen projectId={projectId} viewType={known} />
        {viewType === 'importStatus' && <ImportStatus projectId={projectId} back={`/project/${projectId}/tasks`} />}
      </>
    );
  }),
});
const newTask = createRoute({
  getParentRoute: () => project,
  path: '/tasks/new',
  component: showing([TasksScreen], () => <TasksScreen projectId={project.useParams().projectId} isNew />),
});
const datasets = createRoute({
  getParentRoute: () => project,
  path: '/datasets',
  component: showing([DatasetsScreen], () => <DatasetsScreen projectId={project.useParams().projectId} />),
});
const datasetImports = createRoute({
  getParentRoute: () => project,
  path: '/datasets/importStatus',
  component: showing([DatasetsScreen], () => <DatasetsScreen projectId={project.useParams().projectId} importStatus />),
});
const oneDataset = createRoute({
  getParentRoute: () => project,
  path: '/datasets/$datasetId',
  component: showing([DatasetsScreen], (): ReactElement => {
    const params = oneDataset.useParams();
    return isId(params.datasetId) ? <DatasetsScreen {...params} /> : <NotFound />;
  }),
});
const oneDatasetImports = createRoute({
  getParentRoute: () => project,
  path: '/datasets/$datasetId/importStatus',
  component: showing([DatasetsScreen], (): ReactElement => {
    const params = oneDatasetImports.useParams();
    return isId(params.datasetId) ? <DatasetsScreen {...params} importStatus /> : <NotFound />;
  }),
});
const media = createRoute({
  getParentRoute: () => project,
  path: '/media',
  component: showing([GalleryScreen], () => <Gallery params={project.useParams()} />),
});
const mediaImports = createRoute({
  getParentRoute: () => project,
  path: '/media/importStatus',
  component: showing([GalleryScreen], () => {
    const params = project.useParams();
    return (
      <>
        <Gallery params={params} />
        <ImportStatus projectId={params.projectId} back={`/project/${params.projectId}/media`} />
      </>
    );
  }),
});
const gallery = createRoute({
  getParentRoute: () => project,
  path: '/media/gallery/{-$year}/{-$month}/{-$fileId}',
  component: showing([GalleryScreen], () => <Gallery params={gallery.useParams()} />),
});
/** Downloads the photos of one plan. */
const saveMedia = createRoute({
  getParentRoute: () => project,
  path: '/$planId/saveMedia',
  component: showing([GalleryScreen], () => <Gallery params={saveMedia.useParams()} exporting />),
});
const reports = createRoute({
  getParentRoute: () => project,
  path: '/reports/{-$part}',
  component: showing([ReportsScreen], (): ReactElement => {
    const { projectId, part } = reports.useParams();
    if (part !== undefined && part !== 'importStatus') return <NotFound />;
    return (
      <>
        <ReportsScreen projectId={projectId} />
        {part === 'importStatus' && <ImportStatus projectId={projectId} back={reportsAddress(projectId)} />}
      </>
    );
  }),
});
const team = createRoute({
  getParentRoute: () => project,
  path: '/team/{-$viewType}/{-$part}',
  component: showing([TeamImportScreen, TeamScreen], (): ReactElement => {
    const { projectId, viewType = 'members', part } = team.useParams();
    if (part !== undefined && (part !== 'importStatus' || !isTeamView(viewType))) return <NotFound />;
    if (viewType === 'importStatus' || part === 'importStatus') return <TeamImportScreen projectId={projectId} />;
    return isTeamView(viewType) ? <TeamScreen projectId={projectId} view={viewType} /> : <NotFound />;
  }),
});
const dashboard = createRoute({
  getParentRoute: () => project,
  path: '/dashboard/{-$view}',
  component: showing([DashboardScreen], () => {
    const { projectId, view } = dashboard.useParams();
    if (view !== undefined && view !== 'activity') return <NotFound />;
    return <DashboardScreen projectId={projectId} activity={view === 'activity'} />;
  }),
});
const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings/{-$tab}',
  component: showing([ProjectSettingsScreen], () => {
    const { projectId, tab } = settings.useParams();
    if (tab !== undefined && !isSettingsTab(tab)) return <NotFound />;
    return <ProjectSettingsScreen projectId={projectId} tab={tab} />;
  }),
});

export const projectRoutes = project.addChildren([
  plans,
  importing,
  importBim,
  importStatus,
  newFolder,
  rename,
  movePlans,
  offline,
  removeOffline,
  planVersions,
  importRevision,
  plan,
  pinsAlias,
  pins,
  importPins,
  groups,
  group,
  tasks,
  newTask,
  tasksView,
  datasets,
  datasetImports,
  oneDataset,
  oneDatasetImports,
  media,
  mediaImports,
  gallery,
  saveMedia,
  reports,
  team,
  dashboard,
  settings,
]);
