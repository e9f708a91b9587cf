// The screens, each loaded when first opened.
import { lazy } from 'react';

export const ProjectFrame = lazy(() => import('../project-frame.tsx').then((its) => ({ default: its.ProjectFrame })));
export const HomeScreen = lazy(() =>
  import('../../features/auth/home-screen.tsx').then((its) => ({ default: its.HomeScreen })),
);
export const ProjectsScreen = lazy(() =>
  import('../../features/projects/projects-screen.tsx').then((its) => ({ default: its.ProjectsScreen })),
);
export const NewProjectScreen = lazy(() =>
  import('../../features/projects/create/new-project-screen.tsx').then((its) => ({ default: its.NewProjectScreen })),
);
export const ProjectSettingsScreen = lazy(() =>
  import('../../features/projects/settings/project-settings-screen.tsx').then((its) => ({
    default: its.ProjectSettingsScreen,
  })),
);
export const PlansScreen = lazy(() =>
  import('../../features/plans/list/plans-screen.tsx').then((its) => ({ default: its.PlansScreen })),
);
export const PlanScreen = lazy(() =>
  import('../../features/plans/plan-screen.tsx').then((its) => ({ default: its.PlanScreen })),
);
export const VersionsScreen = lazy(() =>
  import('../../features/plans/revisions/versions-screen.tsx').then((its) => ({ default: its.VersionsScreen })),
);
export const VersionScreen = lazy(() =>
  import('../../features/plans/revisions/version-screen.tsx').then((its) => ({ default: its.VersionScreen })),
);
export const CompareScreen = lazy(() =>
  import('../../features/plans/compare/compare-screen.tsx').then((its) => ({ default: its.CompareScreen })),
);
export const AlignScreen = lazy(() =>
  import('../../features/plans/aligning/align-screen.tsx').then((its) => ({ default: its.AlignScreen })),
);
export const PinsScreen = lazy(() =>
  import('../../features/pins/pins-screen.tsx').then((its) => ({ default: its.PinsScreen })),
);
export const GroupsScreen = lazy(() =>
  import('../../features/groups/groups-screen.tsx').then((its) => ({ default: its.GroupsScreen })),
);
export const GroupScreen = lazy(() =>
  import('../../features/groups/group-screen.tsx').then((its) => ({ default: its.GroupScreen })),
);
export const TasksScreen = lazy(() =>
  import('../../features/tasks/tasks-screen.tsx').then((its) => ({ default: its.TasksScreen })),
);
export const DatasetsScreen = lazy(() =>
  import('../../features/datasets/datasets-screen.tsx').then((its) => ({ default: its.DatasetsScreen })),
);
export const GalleryScreen = lazy(() =>
  import('../../features/media/gallery/gallery-screen.tsx').then((its) => ({ default: its.GalleryScreen })),
);
export const ReportsScreen = lazy(() =>
  import('../../features/reports/reports-screen.tsx').then((its) => ({ default: its.ReportsScreen })),
);
export const AllReportsScreen = lazy(() =>
  import('../../features/reports/all-reports-screen.tsx').then((its) => ({ default: its.AllReportsScreen })),
);
export const RegisterScreen = lazy(() =>
  import('../../features/account/register-screen.tsx').then((its) => ({ default: its.RegisterScreen })),
);
export const ActivateScreen = lazy(() =>
  import('../../features/account/activate-screen.tsx').then((its) => ({ default: its.ActivateScreen })),
);
export const ForgotScreen = lazy(() =>
  import('../../features/account/forgot-screen.tsx').then((its) => ({ default: its.ForgotScreen })),
);
export const MailboxScreen = lazy(() =>
  import('../../features/account/mailbox-screen.tsx').then((its) => ({ default: its.MailboxScreen })),
);
export const ChooseProviderScreen = lazy(() =>
  import('../../features/sso/choose-screen.tsx').then((its) => ({ default: its.ChooseProviderScreen })),
);
export const SignOnReturnScreen = lazy(() =>
  import('../../features/sso/return-screen.tsx').then((its) => ({ default: its.SignOnReturnScreen })),
);
export const AccountScreen = lazy(() =>
  import('../../features/account/account-screen.tsx').then((its) => ({ default: its.AccountScreen })),
);
export const UserManagementScreen = lazy(() =>
  import('../../features/organisations/user-management-screen.tsx').then((its) => ({
    default: its.UserManagementScreen,
  })),
);
export const SyncScreen = lazy(() => import('../sync-screen.tsx').then((its) => ({ default: its.SyncScreen })));
export const NotificationsScreen = lazy(() =>
  import('../../features/notifications/notifications-screen.tsx').then((its) => ({ default: its.NotificationsScreen })),
);
export const OpenedNotification = lazy(() =>
  import('../../features/notifications/opened-notification.tsx').then((its) => ({ default: its.OpenedNotification })),
);
export const EndMailsScreen = lazy(() =>
  import('../../features/notifications/end-mails-screen.tsx').then((its) => ({ default: its.EndMailsScreen })),
);
export const DashboardScreen = lazy(() =>
  import('../../features/dashboard/dashboard-screen.tsx').then((its) => ({ default: its.DashboardScreen })),
);
export const TeamImportScreen = lazy(() =>
  import('../../features/people/import/team-import-screen.tsx').then((its) => ({ default: its.TeamImportScreen })),
);
export const TeamScreen = lazy(() =>
  import('../../features/people/team/team-screen.tsx').then((its) => ({ default: its.TeamScreen })),
);
