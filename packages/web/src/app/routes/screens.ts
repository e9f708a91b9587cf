// The screens, each loaded when first opened.
import { lazy } from 'react';

export const ProjectFrame = lazy(() =>
  import('../project-frame.tsx').then((module) => ({ default: module.ProjectFrame })),
);
export const HomeScreen = lazy(() =>
  import('../../features/auth/home-screen.tsx').then((module) => ({ default: module.HomeScreen })),
);
export const MyWorkScreen = lazy(() =>
  import('../../features/tasks/my-work/my-work-screen.tsx').then((module) => ({ default: module.MyWorkScreen })),
);
export const ProjectsScreen = lazy(() =>
  import('../../features/projects/projects-screen.tsx').then((module) => ({ default: module.ProjectsScreen })),
);
export const NewProjectScreen = lazy(() =>
  import('../../features/projects/create/new-project-screen.tsx').then((module) => ({
    default: module.NewProjectScreen,
  })),
);
export const ProjectSettingsScreen = lazy(() =>
  import('../../features/projects/settings/project-settings-screen.tsx').then((module) => ({
    default: module.ProjectSettingsScreen,
  })),
);
export const PlansScreen = lazy(() =>
  import('../../features/plans/list/plans-screen.tsx').then((module) => ({ default: module.PlansScreen })),
);
export const ProjectImportStatus = lazy(() =>
  import('../../features/imports/project-import-status.tsx').then((module) => ({
    default: module.ProjectImportStatus,
  })),
);
export const PlanScreen = lazy(() =>
  import('../../features/plans/plan-screen.tsx').then((module) => ({ default: module.PlanScreen })),
);
export const VersionsScreen = lazy(() =>
  import('../../features/plans/revisions/versions-screen.tsx').then((module) => ({ default: module.VersionsScreen })),
);
export const VersionScreen = lazy(() =>
  import('../../features/plans/revisions/version-screen.tsx').then((module) => ({ default: module.VersionScreen })),
);
export const CompareScreen = lazy(() =>
  import('../../features/plans/compare/compare-screen.tsx').then((module) => ({ default: module.CompareScreen })),
);
export const AlignScreen = lazy(() =>
  import('../../features/plans/aligning/align-screen.tsx').then((module) => ({ default: module.AlignScreen })),
);
export const PinsScreen = lazy(() =>
  import('../../features/pins/pins-screen.tsx').then((module) => ({ default: module.PinsScreen })),
);
export const GroupsScreen = lazy(() =>
  import('../../features/groups/groups-screen.tsx').then((module) => ({ default: module.GroupsScreen })),
);
export const GroupScreen = lazy(() =>
  import('../../features/groups/group-screen.tsx').then((module) => ({ default: module.GroupScreen })),
);
export const TasksScreen = lazy(() =>
  import('../../features/tasks/tasks-screen.tsx').then((module) => ({ default: module.TasksScreen })),
);
export const DatasetsScreen = lazy(() =>
  import('../../features/datasets/datasets-screen.tsx').then((module) => ({ default: module.DatasetsScreen })),
);
export const GalleryScreen = lazy(() =>
  import('../../features/media/gallery/gallery-screen.tsx').then((module) => ({ default: module.GalleryScreen })),
);
export const ReportsScreen = lazy(() =>
  import('../../features/reports/reports-screen.tsx').then((module) => ({ default: module.ReportsScreen })),
);
export const AllReportsScreen = lazy(() =>
  import('../../features/reports/all-reports-screen.tsx').then((module) => ({ default: module.AllReportsScreen })),
);
export const RegisterScreen = lazy(() =>
  import('../../features/account/register-screen.tsx').then((module) => ({ default: module.RegisterScreen })),
);
export const ActivateScreen = lazy(() =>
  import('../../features/account/activate-screen.tsx').then((module) => ({ default: module.ActivateScreen })),
);
export const ForgotScreen = lazy(() =>
  import('../../features/account/forgot-screen.tsx').then((module) => ({ default: module.ForgotScreen })),
);
export const MailboxScreen = lazy(() =>
  import('../../features/account/mailbox-screen.tsx').then((module) => ({ default: module.MailboxScreen })),
);
export const OperatorScreen = lazy(() =>
  import('../../features/operator/operator-screen.tsx').then((module) => ({ default: module.OperatorScreen })),
);
export const ChooseProviderScreen = lazy(() =>
  import('../../features/sso/choose-screen.tsx').then((module) => ({ default: module.ChooseProviderScreen })),
);
export const SignOnReturnScreen = lazy(() =>
  import('../../features/sso/return-screen.tsx').then((module) => ({ default: module.SignOnReturnScreen })),
);
export const AccountScreen = lazy(() =>
  import('../../features/account/account-screen.tsx').then((module) => ({ default: module.AccountScreen })),
);
export const UserManagementScreen = lazy(() =>
  import('../../features/organisations/user-management-screen.tsx').then((module) => ({
    default: module.UserManagementScreen,
  })),
);
export const SentScreen = lazy(() =>
  import('../sync/sent-screen.tsx').then((module) => ({ default: module.SentScreen })),
);
export const SyncScreen = lazy(() =>
  import('../sync/sync-screen.tsx').then((module) => ({ default: module.SyncScreen })),
);
export const Notifications = lazy(() =>
  import('../notifications.tsx').then((module) => ({ default: module.Notifications })),
);
export const OpenedNotification = lazy(() =>
  import('../../features/notifications/opened-notification.tsx').then((module) => ({
    default: module.OpenedNotification,
  })),
);
export const SharedReportScreen = lazy(() =>
  import('../../features/reports/sharing/shared-report-screen.tsx').then((module) => ({
    default: module.SharedReportScreen,
  })),
);
export const PrintedPlanScreen = lazy(() =>
  import('../../features/plans/prints/printed-plan-screen.tsx').then((module) => ({
    default: module.PrintedPlanScreen,
  })),
);
export const OpenPrintedPlan = lazy(() =>
  import('../../features/plans/prints/open-printed-plan.tsx').then((module) => ({ default: module.OpenPrintedPlan })),
);
export const EndMailsScreen = lazy(() =>
  import('../../features/notifications/end-mails-screen.tsx').then((module) => ({ default: module.EndMailsScreen })),
);
export const DashboardScreen = lazy(() =>
  import('../../features/dashboard/dashboard-screen.tsx').then((module) => ({ default: module.DashboardScreen })),
);
export const PinImportScreen = lazy(() =>
  import('../../features/exchange/pin-import-screen.tsx').then((module) => ({ default: module.PinImportScreen })),
);
export const TeamImportScreen = lazy(() =>
  import('../../features/people/import/team-import-screen.tsx').then((module) => ({
    default: module.TeamImportScreen,
  })),
);
export const TeamScreen = lazy(() =>
  import('../../features/people/team/team-screen.tsx').then((module) => ({ default: module.TeamScreen })),
);
export const MigrationsScreen = lazy(() =>
  import('../../features/archives/import/migrations-screen.tsx').then((module) => ({
    default: module.MigrationsScreen,
  })),
);
