// Routes for signed-in users outside a project: the list of projects, the organisation, the user's account.
import { createRoute, redirect } from '@tanstack/react-router';
import { NotFound } from '../../shared/navigation/not-found.tsx';
import { gate } from './root-routes.tsx';
import { showing } from './screen.tsx';
import {
  AccountScreen,
  AllReportsScreen,
  MigrationsScreen,
  NewProjectScreen,
  Notifications,
  OpenedNotification,
  OpenPrintedPlan,
  ProjectsScreen,
  SentScreen,
  SyncScreen,
  UserManagementScreen,
} from './screens.ts';

/** The list of projects stays mounted while dialogs with their own URLs are open above it. */
const list = createRoute({
  getParentRoute: () => gate,
  id: 'list',
  component: showing([ProjectsScreen], () => <ProjectsScreen />),
});
const above = <Path extends string>(path: Path) => createRoute({ getParentRoute: () => list, path });
const projects = above('/');
const newProjectFolder = above('/project/newfolder/{-$parentId}');
const renameFolder = above('/project/rename/{-$folderId}');
const moveProjects = above('/project/move');
const projectImports = above('/project/importStatus');
const copyProject = above('/project/$projectId/copy');
/** The projects area starts with their list. */
const projectArea = createRoute({
  getParentRoute: () => gate,
  path: '/project',
  beforeLoad: () => {
    throw redirect({ to: '/' });
  },
});
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
  component: showing([NewProjectScreen], () => <NewProjectScreen parentId={newProject.useParams().parentId} />),
});
const newProjectAlias = createRoute({
  getParentRoute: () => gate,
  path: '/projects/new',
  beforeLoad: () => {
    throw redirect({ to: '/project/new/{-$parentId}', params: {} });
  },
});

/** Short URLs of pages that concern all projects. */
const importStatusAlias = createRoute({
  getParentRoute: () => gate,
  path: '/importStatus',
  beforeLoad: () => {
    throw redirect({ to: '/project/importStatus' });
  },
});
/** The reports of all projects; with `importStatus`, the imports in progress above them. */
const allReports = createRoute({
  getParentRoute: () => gate,
  path: '/reports/{-$part}',
  component: showing([AllReportsScreen], () => {
    const { part } = allReports.useParams();
    if (part !== undefined && part !== 'importStatus') return <NotFound />;
    return <AllReportsScreen importStatus={part === 'importStatus'} />;
  }),
});
const syncStatus = createRoute({
  getParentRoute: () => gate,
  path: '/syncStatus',
  component: showing([SyncScreen], () => <SyncScreen />),
});
const syncSent = createRoute({
  getParentRoute: () => gate,
  path: '/syncStatus/sent',
  component: showing([SentScreen], () => <SentScreen />),
});
const accountRoute = createRoute({
  getParentRoute: () => gate,
  path: '/userSettings/{-$part}',
  component: showing([AccountScreen], () => <AccountScreen part={accountRoute.useParams().part} />),
});

/** `importStatus` is one of its tabs. */
const userManagement = createRoute({
  getParentRoute: () => gate,
  path: '/userManagement/{-$tab}',
  component: showing([UserManagementScreen], () => <UserManagementScreen tab={userManagement.useParams().tab} />),
});
const migrations = createRoute({
  getParentRoute: () => gate,
  path: '/migrations/{-$migrationId}',
  component: showing([MigrationsScreen], () => <MigrationsScreen migrationId={migrations.useParams().migrationId} />),
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
  component: showing([Notifications], () => <Notifications />),
});
const openedNotification = createRoute({
  getParentRoute: () => gate,
  path: '/notifications/$notificationId',
  component: showing([OpenedNotification], () => (
    <OpenedNotification id={openedNotification.useParams().notificationId} />
  )),
});

const openedPrint = createRoute({
  getParentRoute: () => gate,
  path: '/print/$code/open',
  component: showing([OpenPrintedPlan], () => <OpenPrintedPlan code={openedPrint.useParams().code} />),
});

export const insideRoutes = [
  importStatusAlias,
  allReports,
  syncStatus,
  syncSent,
  accountRoute,
  userManagement,
  list.addChildren([projects, newProjectFolder, renameFolder, moveProjects, projectImports, copyProject]),
  projectArea,
  projectsAlias,
  newProject,
  newProjectAlias,
  migrations,
  settingsAlias,
  notifications,
  openedNotification,
  openedPrint,
] as const;
