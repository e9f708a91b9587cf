// The current location, read from the URL: the open project and its section.
import type { Capability } from '@plumbline/core/access/capabilities';
import { useParams, useRouterState } from '@tanstack/react-router';
import {
  dashboardAddress,
  datasetsAddress,
  groupsAddress,
  pinsAddress,
  teamAddress,
} from '../../shared/navigation/addresses.ts';
import {
  ActivityIcon,
  DatasetIcon,
  GalleryIcon,
  GroupIcon,
  type Icon,
  PinIcon,
  PlanIcon,
  ReportIcon,
  SettingsIcon,
  TaskIcon,
  TeamIcon,
} from '../../ui/icons.tsx';

const SECTIONS = [
  'dashboard',
  'plans',
  'pins',
  'groups',
  'tasks',
  'media',
  'reports',
  'datasets',
  'team',
  'settings',
] as const;
export type Section = (typeof SECTIONS)[number];

/** `underMore`: on phones it is under "More", as the bottom bar has no room for it. */
export type Entry = {
  section: Section;
  icon: Icon;
  href: string;
  /** On phones, where the list starts with what is still to be done. */
  start?: string;
  underMore?: true;
  needs?: Capability;
};

/**
 * The sections of a project that a user with these permissions may see, in navigation order; settings are separate.
 * While the permissions are unknown, as when offline, all sections.
 */
export function sectionsOf(projectId: string, permissions: readonly string[] | undefined): readonly Entry[] {
  const all: Entry[] = [
    { section: 'dashboard', icon: ActivityIcon, href: dashboardAddress(projectId), underMore: true },
    { section: 'plans', icon: PlanIcon, href: `/project/${projectId}` },
    {
      section: 'pins',
      icon: PinIcon,
      href: pinsAddress({ projectId, viewType: 'list' }),
      start: pinsAddress({ projectId, viewType: 'list', search: 'status=open' }),
    },
    {
      section: 'tasks',
      icon: TaskIcon,
      href: `/project/${projectId}/tasks`,
      start: `/project/${projectId}/tasks?mine=true&status=overdue&status=rejected&status=open`,
    },
    { section: 'media', icon: GalleryIcon, href: `/project/${projectId}/media`, underMore: true },
    { section: 'groups', icon: GroupIcon, href: groupsAddress(projectId), underMore: true, needs: 'group.view' },
    {
      section: 'reports',
      icon: ReportIcon,
      href: `/project/${projectId}/reports`,
      underMore: true,
      needs: 'report.view',
    },
    {
      section: 'datasets',
      icon: DatasetIcon,
      href: datasetsAddress(projectId),
      underMore: true,
      needs: 'dataset.view',
    },
    { section: 'team', icon: TeamIcon, href: teamAddress(projectId), underMore: true },
  ];
  return all.filter(({ needs }) => needs === undefined || permissions === undefined || permissions.includes(needs));
}

export const settingsOf = (projectId: string): Entry => ({
  section: 'settings',
  icon: SettingsIcon,
  href: `/project/${projectId}/settings`,
});

export type CurrentRoute = { projectId?: string; section?: Section };

/** `/project/x/tasks/new` → tasks; the path of a plan → plans. */
function sectionAt(path: string): Section {
  const segment = path.split('/')[3] ?? '';
  return SECTIONS.find((section) => section === segment) ?? 'plans';
}

export function useCurrentRoute(): CurrentRoute {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { projectId } = useParams({ strict: false }) as { projectId?: string };
  // While a project is being copied from the list, none is open.
  if (projectId === undefined || /^\/project\/[^/]+\/copy\/?$/u.test(path)) return {};
  return { projectId, section: sectionAt(path) };
}

/** Whether the list of projects is open, or a dialog above it such as a folder or a new project. */
export const useAtProjects = (): boolean =>
  useRouterState({ select: (state) => /^\/(?:project(?:\/|$)|$)/u.test(state.location.pathname) });

/** Whether My work is open. */
export const useAtWork = (): boolean =>
  useRouterState({ select: (state) => /^\/home(?:\/|$)/u.test(state.location.pathname) });

/** Whether the reports of all projects are open. */
export const useAtReports = (): boolean =>
  useRouterState({ select: (state) => /^\/reports(?:\/|$)/u.test(state.location.pathname) });
