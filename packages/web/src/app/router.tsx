// Which screen stands at which address. Screens are loaded when they are first opened; the addresses are built in addresses.ts.
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useNavigate,
  useRouterState,
} from '@tanstack/react-router';
import { lazy, useEffect } from 'react';
import { readGalleryPlace } from '../features/media/gallery/place.ts';
import { readViewType } from '../features/tasks/view-type.ts';
import {
  isId,
  isSettingsTab,
  isTeamView,
  readGroupPlace,
  readPinsPlace,
  readPlanPlace,
  readVersionsPlace,
} from './addresses.ts';
import { Fault } from './catch.tsx';
import { FaultScreen } from './faults/fault-screen.tsx';
import { FAULT_PAGE, noteFault } from './faults/uncaught.ts';
import { Whole } from './i18n.tsx';
import { NotFound } from './not-found.tsx';
import { SessionGate, Waiting } from './session-gate.tsx';

const ProjectFrame = lazy(() => import('./project-frame.tsx').then((its) => ({ default: its.ProjectFrame })));
const HomeScreen = lazy(() => import('../features/auth/home-screen.tsx').then((its) => ({ default: its.HomeScreen })));
const ProjectsScreen = lazy(() =>
  import('../features/projects/projects-screen.tsx').then((its) => ({ default: its.ProjectsScreen })),
);
const NewProjectScreen = lazy(() =>
  import('../features/projects/new-project-screen.tsx').then((its) => ({ default: its.NewProjectScreen })),
);
const ProjectSettingsScreen = lazy(() =>
  import('../features/projects/project-settings-screen.tsx').then((its) => ({ default: its.ProjectSettingsScreen })),
);
const PlansScreen = lazy(() =>
  import('../features/plans/plans-screen.tsx').then((its) => ({ default: its.PlansScreen })),
);
const PlanScreen = lazy(() => import('../features/plans/plan-screen.tsx').then((its) => ({ default: its.PlanScreen })));
const VersionsScreen = lazy(() =>
  import('../features/plans/revisions/versions-screen.tsx').then((its) => ({ default: its.VersionsScreen })),
);
const VersionScreen = lazy(() =>
  import('../features/plans/revisions/version-screen.tsx').then((its) => ({ default: its.VersionScreen })),
);
const CompareScreen = lazy(() =>
  import('../features/plans/compare/compare-screen.tsx').then((its) => ({ default: its.CompareScreen })),
);
const AlignScreen = lazy(() =>
  import('../features/plans/aligning/align-screen.tsx').then((its) => ({ default: its.AlignScreen })),
);
const PinsScreen = lazy(() => import('../features/pins/pins-screen.tsx').then((its) => ({ default: its.PinsScreen })));
const GroupsScreen = lazy(() =>
  import('../features/groups/groups-screen.tsx').then((its) => ({ default: its.GroupsScreen })),
);
const GroupScreen = lazy(() =>
  import('../features/groups/group-screen.tsx').then((its) => ({ default: its.GroupScreen })),
);
const TasksScreen = lazy(() =>
  import('../features/tasks/tasks-screen.tsx').then((its) => ({ default: its.TasksScreen })),
);
const DatasetsScreen = lazy(() =>
  import('../features/datasets/datasets-screen.tsx').then((its) => ({ default: its.DatasetsScreen })),
);
const GalleryScreen = lazy(() =>
  import('../features/media/gallery/gallery-screen.tsx').then((its) => ({ default: its.GalleryScreen })),
);
const ReportsScreen = lazy(() =>
  import('../features/reports/reports-screen.tsx').then((its) => ({ default: its.ReportsScreen })),
);

const RegisterScreen = lazy(() =>
  import('../features/account/register-screen.tsx').then((its) => ({ default: its.RegisterScreen })),
);
const ActivateScreen = lazy(() =>
  import('../features/account/activate-screen.tsx').then((its) => ({ default: its.ActivateScreen })),
);
const ForgotScreen = lazy(() =>
  import('../features/account/forgot-screen.tsx').then((its) => ({ default: its.ForgotScreen })),
);
const MailboxScreen = lazy(() =>
  import('../features/account/mailbox-screen.tsx').then((its) => ({ default: its.MailboxScreen })),
);
const ChooseProviderScreen = lazy(() =>
  import('../features/sso/choose-screen.tsx').then((its) => ({ default: its.ChooseProviderScreen })),
);
const SignOnReturnScreen = lazy(() =>
  import('../features/sso/return-screen.tsx').then((its) => ({ default: its.SignOnReturnScreen })),
);
const AccountScreen = lazy(() =>
  import('../features/account/account-screen.tsx').then((its) => ({ default: its.AccountScreen })),
);

const UserManagementScreen = lazy(() =>
  import('../features/organisation/user-management-screen.tsx').then((its) => ({ default: its.UserManagementScreen })),
);

const SyncScreen = lazy(() => import('./sync-screen.tsx').then((its) => ({ default: its.SyncScreen })));

const NotificationsScreen = lazy(() =>
  import('../features/notifications/notifications-screen.tsx').then((its) => ({ default: its.NotificationsScreen })),
);
const OpenedNotification = lazy(() =>
  import('../features/notifications/opened-notification.tsx').then((its) => ({ default: its.OpenedNotification })),
);
const EndMailsScreen = lazy(() =>
  import('../features/notifications/end-mails-screen.tsx').then((its) => ({ default: its.EndMailsScreen })),
);

function Gallery({ params, exporting }: { params: Record<string, string | undefined>; exporting?: boolean }) {
  const search = useRouterState({ select: (state) => state.location.searchStr });
  return <GalleryScreen {...readGalleryPlace(params, search)} exporting={exporting} />;
}

const DashboardScreen = lazy(() =>
  import('../features/dashboard/dashboard-screen.tsx').then((its) => ({ default: its.DashboardScreen })),
);
const TeamImportScreen = lazy(() =>
  import('../features/people-import/team-import-screen.tsx').then((its) => ({ default: its.TeamImportScreen })),
);
const TeamScreen = lazy(() => import('../features/team/team-screen.tsx').then((its) => ({ default: its.TeamScreen })));

const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound });

const home = createRoute({ getParentRoute: () => root, path: '/home/{-$mode}/{-$token}', component: HomeScreen });
/** Screens that are open to everybody and say more than the door does. */
const open = createRoute({
  getParentRoute: () => root,
  id: 'open',
  component: () => (
    <Whole waiting={<Waiting />}>
      <Outlet />
    </Whole>
  ),
});
const registerRoute = createRoute({ getParentRoute: () => open, path: '/register', component: RegisterScreen });
const activateRoute = createRoute({
  getParentRoute: () => open,
  path: '/activate/$type/$token',
  component: () => {
    const { type, token } = activateRoute.useParams();
    return <ActivateScreen key={token} type={type} token={token} />;
  },
});
const forgotRoute = createRoute({ getParentRoute: () => open, path: '/forgotPassword', component: ForgotScreen });
const chooseProvider = createRoute({
  getParentRoute: () => open,
  path: '/idpSelection',
  component: ChooseProviderScreen,
});
const signOnReturn = createRoute({ getParentRoute: () => open, path: '/samlLogin', component: SignOnReturnScreen });
const mailboxRoute = createRoute({ getParentRoute: () => open, path: '/mailbox', component: MailboxScreen });
const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  beforeLoad: () => {
    throw redirect({ to: '/home/{-$mode}/{-$token}', params: {} });
  },
});

const faultPage = createRoute({
  getParentRoute: () => root,
  path: FAULT_PAGE,
  component: () => <FaultScreen from={(faultPage.useSearch() as Record<string, unknown>).from} />,
});

const gate = createRoute({ getParentRoute: () => root, id: 'gate', component: SessionGate });

/** The list of projects stays while windows with addresses of their own open above it. */
const list = createRoute({ getParentRoute: () => gate, id: 'list', component: ProjectsScreen });
const above = <Path extends string>(path: Path) => createRoute({ getParentRoute: () => list, path });
const projects = above('/');
const newProjectFolder = above('/project/newfolder/{-$parentId}');
const renameFolder = above('/project/rename/{-$folderId}');
const moveProjects = above('/project/move');
const projectImports = above('/project/importStatus');
const copyProject = above('/project/$projectId/copy');
const projectsAlias = createRoute({
  getParentRoute: () => gate,
  path: '/projects',
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});
const newProject = createRoute({
  getParentRoute: () => gate,
  path: '/project/new/{-$parentId}',
  component: () => <NewProjectScreen parentId={newProject.useParams().parentId} />,
});
const newProjectAlias = createRoute({
  getParentRoute: () => gate,
  path: '/projects/new',
  beforeLoad: () => {
    throw redirect({ to: '/project/new/{-$parentId}', params: {} });
  },
});

/** Short addresses of what concerns all projects. */
const importStatusAlias = createRoute({
  getParentRoute: () => gate,
  path: '/importStatus',
  beforeLoad: () => {
    throw redirect({ to: '/project/importStatus' });
  },
});
const syncStatus = createRoute({ getParentRoute: () => gate, path: '/syncStatus', component: SyncScreen });
const accountRoute = createRoute({
  getParentRoute: () => gate,
  path: '/userSettings/{-$part}',
  component: () => <AccountScreen part={accountRoute.useParams().part} />,
});

/** `importStatus` is one of its places. */
const userManagement = createRoute({
  getParentRoute: () => gate,
  path: '/userManagement/{-$tab}',
  component: () => <UserManagementScreen tab={userManagement.useParams().tab} />,
});

/** Everything inside one project; loads its details and shows its navigation. */
const project = createRoute({
  getParentRoute: () => gate,
  path: '/project/$projectId',
  component: () => <ProjectFrame projectId={project.useParams().projectId} />,
});

const plans = createRoute({
  getParentRoute: () => project,
  path: '/',
  component: () => <PlansScreen projectId={project.useParams().projectId} />,
});
const importing = createRoute({
  getParentRoute: () => project,
  path: '/import',
  component: () => <PlansScreen projectId={project.useParams().projectId} opens="import" />,
});
/** A building model; with the id of one, the file is its new version. */
const importBim = createRoute({
  getParentRoute: () => project,
  path: '/importBim/{-$bimModel}',
  component: () => {
    const { projectId, bimModel } = importBim.useParams();
    return <PlansScreen projectId={projectId} opens="import" entryId={bimModel} />;
  },
});
const importStatus = createRoute({
  getParentRoute: () => project,
  path: '/importStatus',
  component: () => <PlansScreen projectId={project.useParams().projectId} opens="importStatus" />,
});
const newFolder = createRoute({
  getParentRoute: () => project,
  path: '/newfolder/{-$parentId}',
  component: () => {
    const { projectId, parentId } = newFolder.useParams();
    return <PlansScreen projectId={projectId} opens="newFolder" entryId={parentId} />;
  },
});
const rename = createRoute({
  getParentRoute: () => project,
  path: '/rename/$planId',
  component: () => {
    const { projectId, planId } = rename.useParams();
    return <PlansScreen projectId={projectId} opens="rename" entryId={planId} />;
  },
});
/** Entries to be moved, with commas between their ids. */
const movePlans = createRoute({
  getParentRoute: () => project,
  path: '/move/{-$planIds}',
  component: () => {
    const { projectId, planIds } = movePlans.useParams();
    return <PlansScreen projectId={projectId} opens="move" entryId={planIds} />;
  },
});
const planVersions = createRoute({
  getParentRoute: () => project,
  path: '/planVersions/$planId/{-$option}/{-$first}/{-$second}/{-$mode}',
  component: () => {
    const params = planVersions.useParams();
    const { projectId, planId } = params;
    const place = readVersionsPlace(params);
    if (place.shows === 'view')
      return <VersionScreen projectId={projectId} planId={planId} revisionId={place.revisionId} />;
    if (place.shows === 'compare') return <CompareScreen projectId={projectId} planId={planId} {...place} />;
    return <VersionsScreen projectId={projectId} planId={planId} />;
  },
});
const importRevision = createRoute({
  getParentRoute: () => project,
  path: '/importRevision/$planId/{-$option}',
  component: () => {
    const { projectId, planId, option } = importRevision.useParams();
    if (option) return <AlignScreen key={option} projectId={projectId} planId={planId} revisionId={option} />;
    return <VersionsScreen projectId={projectId} planId={planId} importing />;
  },
});
const plan = createRoute({
  getParentRoute: () => project,
  path: '/$planId/{-$viewType}/{-$pinId}/{-$tab}/{-$pinOption}/{-$search}',
  component: () => {
    const place = readPlanPlace(plan.useParams());
    // Any other word there is a section that does not exist.
    return isId(place.planId) ? <PlanScreen {...place} /> : <NotFound />;
  },
});
const pinsAlias = createRoute({
  getParentRoute: () => project,
  path: '/pins',
  component: () => <PinsScreen {...readPinsPlace(project.useParams())} />,
});
const pins = createRoute({
  getParentRoute: () => project,
  path: '/pins/$viewType/{-$planId}/{-$pinId}/{-$tab}/{-$pinOption}/{-$page}/{-$size}/{-$search}',
  component: () => <PinsScreen {...readPinsPlace(pins.useParams())} />,
});
const groups = createRoute({
  getParentRoute: () => project,
  path: '/groups',
  component: () => <GroupsScreen projectId={project.useParams().projectId} />,
});
const group = createRoute({
  getParentRoute: () => project,
  path: '/groups/$groupId/{-$viewType}/{-$planId}/{-$pinId}/{-$tab}/{-$pinOption}/{-$page}/{-$size}/{-$search}',
  component: () => {
    const place = readGroupPlace(group.useParams());
    // Nothing is imported into groups: what is under way shows beside their list.
    if (place.groupId === 'importStatus') return <GroupsScreen projectId={place.projectId} />;
    return isId(place.groupId) ? <GroupScreen {...place} /> : <NotFound />;
  },
});
const tasks = createRoute({
  getParentRoute: () => project,
  path: '/tasks',
  component: () => <TasksScreen projectId={project.useParams().projectId} />,
});
/** A board or a calendar. Nothing is imported as tasks: `importStatus` shows the list itself. */
const tasksView = createRoute({
  getParentRoute: () => project,
  path: '/tasks/$viewType',
  component: () => {
    const { projectId, viewType } = tasksView.useParams();
    const known = viewType === 'importStatus' ? 'list' : readViewType(viewType);
    return known ? <TasksScreen projectId={projectId} viewType={known} /> : <NotFound />;
  },
});
const newTask = createRoute({
  getParentRoute: () => project,
  path: '/tasks/new',
  component: () => <TasksScreen projectId={project.useParams().projectId} isNew />,
});
const datasets = createRoute({
  getParentRoute: () => project,
  path: '/datasets',
  component: () => <DatasetsScreen projectId={project.useParams().projectId} />,
});
const datasetImports = createRoute({
  getParentRoute: () => project,
  path: '/datasets/importStatus',
  component: () => <DatasetsScreen projectId={project.useParams().projectId} importStatus />,
});
const oneDataset = createRoute({
  getParentRoute: () => project,
  path: '/datasets/$datasetId',
  component: () => <DatasetsScreen {...oneDataset.useParams()} />,
});
const oneDatasetImports = createRoute({
  getParentRoute: () => project,
  path: '/datasets/$datasetId/importStatus',
  component: () => <DatasetsScreen {...oneDatasetImports.useParams()} importStatus />,
});
const media = createRoute({
  getParentRoute: () => project,
  path: '/media',
  component: () => <Gallery params={project.useParams()} />,
});
const mediaImports = createRoute({
  getParentRoute: () => project,
  path: '/media/importStatus',
  component: () => <Gallery params={project.useParams()} />,
});
const gallery = createRoute({
  getParentRoute: () => project,
  path: '/media/gallery/{-$year}/{-$month}/{-$fileId}',
  component: () => <Gallery params={gallery.useParams()} />,
});
/** The photos of one plan, about to be downloaded. */
const saveMedia = createRoute({
  getParentRoute: () => project,
  path: '/$planId/saveMedia',
  component: () => <Gallery params={saveMedia.useParams()} exporting />,
});
const reports = createRoute({
  getParentRoute: () => project,
  path: '/reports',
  component: () => <ReportsScreen projectId={project.useParams().projectId} />,
});
const team = createRoute({
  getParentRoute: () => project,
  path: '/team/{-$viewType}',
  component: () => {
    const { projectId, viewType = 'members' } = team.useParams();
    if (viewType === 'importStatus') return <TeamImportScreen projectId={projectId} />;
    return isTeamView(viewType) ? <TeamScreen projectId={projectId} view={viewType} /> : <NotFound />;
  },
});
const dashboard = createRoute({
  getParentRoute: () => project,
  path: '/dashboard/{-$view}',
  component: () => {
    const { projectId, view } = dashboard.useParams();
    if (view !== undefined && view !== 'activity') return <NotFound />;
    return <DashboardScreen projectId={projectId} activity={view === 'activity'} />;
  },
});
const settings = createRoute({
  getParentRoute: () => project,
  path: '/settings/{-$tab}',
  component: () => {
    const { projectId, tab } = settings.useParams();
    if (tab !== undefined && !isSettingsTab(tab)) return <NotFound />;
    return <ProjectSettingsScreen projectId={projectId} tab={tab} />;
  },
});
const settingsAlias = createRoute({
  getParentRoute: () => gate,
  path: '/project/settings/$projectId',
  beforeLoad: ({ params }) => {
    throw redirect({ to: '/project/$projectId/settings/{-$tab}', params });
  },
});

const notifications = createRoute({
  getParentRoute: () => gate,
  path: '/notifications',
  component: NotificationsScreen,
});
const openedNotification = createRoute({
  getParentRoute: () => gate,
  path: '/notifications/$notificationId',
  component: () => <OpenedNotification id={openedNotification.useParams().notificationId} />,
});
const endMails = createRoute({
  getParentRoute: () => open,
  path: '/endMails/$token',
  component: () => <EndMailsScreen token={endMails.useParams().token} />,
});

export const routeTree = root.addChildren([
  open.addChildren([registerRoute, activateRoute, forgotRoute, chooseProvider, signOnReturn, mailboxRoute, endMails]),
  home,
  login,
  faultPage,
  gate.addChildren([
    importStatusAlias,
    syncStatus,
    accountRoute,
    userManagement,
    list.addChildren([projects, newProjectFolder, renameFolder, moveProjects, projectImports, copyProject]),
    projectsAlias,
    newProject,
    newProjectAlias,
    settingsAlias,
    notifications,
    openedNotification,
    project.addChildren([
      plans,
      importing,
      importBim,
      importStatus,
      newFolder,
      rename,
      movePlans,
      planVersions,
      importRevision,
      plan,
      pinsAlias,
      pins,
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
    ]),
  ]),
]);

/** A screen that failed: a fault of the program has a page of its own, what a server or a network refused can be tried again here. */
function ShownFault({ error, reset }: { error: unknown; reset: () => void }) {
  const navigate = useNavigate();
  useEffect(() => {
    const address = noteFault(error);
    if (address !== undefined) void navigate({ href: address, replace: true });
  }, [error, navigate]);
  return <Fault error={error} onRetry={reset} />;
}

export const router = createRouter({
  routeTree,
  defaultPreload: false,
  scrollRestoration: true,
  defaultPendingComponent: Waiting,
  defaultErrorComponent: ShownFault,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
