// The screens, each loaded when first opened.
import { screen } from './screen.tsx';

export const Shell = screen(() => import('../shell/shell.tsx').then((its) => its.Shell));
export const ProjectFrame = screen(() => import('../project-frame.tsx').then((its) => its.ProjectFrame));
export const HomeScreen = screen(() => import('../../features/auth/home-screen.tsx').then((its) => its.HomeScreen));
export const MyWorkScreen = screen(() =>
  import('../../features/tasks/my-work/my-work-screen.tsx').then((its) => its.MyWorkScreen),
);
export const ProjectsScreen = screen(() =>
  import('../../features/projects/projects-screen.tsx').then((its) => its.ProjectsScreen),
);
export const NewProjectScreen = screen(() =>
  import('../../features/projects/create/new-project-screen.tsx').then((its) => its.NewProjectScreen),
);
export const ProjectSettingsScreen = screen(() =>
  import('../../features/projects/settings/project-settings-screen.tsx').then((its) => its.ProjectSettingsScreen),
);
export const PlansScreen = screen(() =>
  import('../../features/plans/list/plans-screen.tsx').then((its) => its.PlansScreen),
);
export const ProjectImportStatus = screen(() =>
  import('../../features/imports/project-import-status.tsx').then((its) => its.ProjectImportStatus),
);
export const PlanScreen = screen(() => import('../../features/plans/plan-screen.tsx').then((its) => its.PlanScreen));
export const VersionsScreen = screen(() =>
  import('../../features/plans/revisions/versions-screen.tsx').then((its) => its.VersionsScreen),
);
export const VersionScreen = screen(() =>
  import('../../features/plans/revisions/version-screen.tsx').then((its) => its.VersionScreen),
);
export const CompareScreen = screen(() =>
  import('../../features/plans/compare/compare-screen.tsx').then((its) => its.CompareScreen),
);
export const AlignScreen = screen(() =>
  import('../../features/plans/aligning/align-screen.tsx').then((its) => its.AlignScreen),
);
export const PinsScreen = screen(() => import('../../features/pins/pins-screen.tsx').then((its) => its.PinsScreen));
export const GroupsScreen = screen(() =>
  import('../../features/groups/groups-screen.tsx').then((its) => its.GroupsScreen),
);
export const GroupScreen = screen(() =>
  import('../../features/groups/group-screen.tsx').then((its) => its.GroupScreen),
);
export const TasksScreen = screen(() => import('../../features/tasks/tasks-screen.tsx').then((its) => its.TasksScreen));
export const DatasetsScreen = screen(() =>
  import('../../features/datasets/datasets-screen.tsx').then((its) => its.DatasetsScreen),
);
export const GalleryScreen = screen(() =>
  import('../../features/media/gallery/gallery-screen.tsx').then((its) => its.GalleryScreen),
);
export const ReportsScreen = screen(() =>
  import('../../features/reports/reports-screen.tsx').then((its) => its.ReportsScreen),
);
export const AllReportsScreen = screen(() =>
  import('../../features/reports/all-reports-screen.tsx').then((its) => its.AllReportsScreen),
);
export const RegisterScreen = screen(() =>
  import('../../features/account/register-screen.tsx').then((its) => its.RegisterScreen),
);
export const ActivateScreen = screen(() =>
  import('../../features/account/activate-screen.tsx').then((its) => its.ActivateScreen),
);
export const ForgotScreen = screen(() =>
  import('../../features/account/forgot-screen.tsx').then((its) => its.ForgotScreen),
);
export const MailboxScreen = screen(() =>
  import('../../features/account/mailbox-screen.tsx').then((its) => its.MailboxScreen),
);
export const OperatorScreen = screen(() =>
  import('../../features/operator/operator-screen.tsx').then((its) => its.OperatorScreen),
);
export const ChooseProviderScreen = screen(() =>
  import('../../features/sso/choose-screen.tsx').then((its) => its.ChooseProviderScreen),
);
export const SignOnReturnScreen = screen(() =>
  import('../../features/sso/return-screen.tsx').then((its) => its.SignOnReturnScreen),
);
export const AccountScreen = screen(() =>
  import('../../features/account/account-screen.tsx').then((its) => its.AccountScreen),
);
export const UserManagementScreen = screen(() =>
  import('../../features/organisations/user-management-screen.tsx').then((its) => its.UserManagementScreen),
);
export const SentScreen = screen(() => import('../sync/sent-screen.tsx').then((its) => its.SentScreen));
export const SyncScreen = screen(() => import('../sync/sync-screen.tsx').then((its) => its.SyncScreen));
export const OpenedNotification = screen(() =>
  import('../../features/notifications/opened-notification.tsx').then((its) => its.OpenedNotification),
);
export const SharedReportScreen = screen(() =>
  import('../../features/reports/sharing/shared-report-screen.tsx').then((its) => its.SharedReportScreen),
);
export const PrintedPlanScreen = screen(() =>
  import('../../features/plans/prints/printed-plan-screen.tsx').then((its) => its.PrintedPlanScreen),
);
export const OpenPrintedPlan = screen(() =>
  import('../../features/plans/prints/open-printed-plan.tsx').then((its) => its.OpenPrintedPlan),
);
export const EndMailsScreen = screen(() =>
  import('../../features/notifications/end-mails-screen.tsx').then((its) => its.EndMailsScreen),
);
export const DashboardScreen = screen(() =>
  import('../../features/dashboard/dashboard-screen.tsx').then((its) => its.DashboardScreen),
);
export const PinImportScreen = screen(() =>
  import('../../features/exchange/pin-import-screen.tsx').then((its) => its.PinImportScreen),
);
export const TeamImportScreen = screen(() =>
  import('../../features/people/import/team-import-screen.tsx').then((its) => its.TeamImportScreen),
);
export const TeamScreen = screen(() =>
  import('../../features/people/team/team-screen.tsx').then((its) => its.TeamScreen),
);
export const MigrationsScreen = screen(() =>
  import('../../features/archives/import/migrations-screen.tsx').then((its) => its.MigrationsScreen),
);
export const Notifications = screen(() => import('../notifications.tsx').then((its) => its.Notifications));
