// Where the user is, read from the address: the project that is open and the section of it.
import { useParams, useRouterState } from '@tanstack/react-router';
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
import { dashboardAddress, datasetsAddress, groupsAddress, pinsAddress, teamAddress } from '../addresses.ts';

export const SECTIONS = [
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

/** `desk`: in the hand it stands behind "More", for want of room in the bar under the thumb. */
export type Entry = { section: Section; icon: Icon; href: string; desk?: true };

/** The sections of a project as the navigation lists them; settings come apart from them. */
export function sectionsOf(projectId: string): readonly Entry[] {
  return [
    { section: 'dashboard', icon: ActivityIcon, href: dashboardAddress(projectId), desk: true },
    { section: 'plans', icon: PlanIcon, href: `/project/${projectId}` },
    { section: 'pins', icon: PinIcon, href: pinsAddress({ projectId, viewType: 'list' }) },
    { section: 'tasks', icon: TaskIcon, href: `/project/${projectId}/tasks` },
    { section: 'media', icon: GalleryIcon, href: `/project/${projectId}/media` },
    { section: 'groups', icon: GroupIcon, href: groupsAddress(projectId), desk: true },
    { section: 'reports', icon: ReportIcon, href: `/project/${projectId}/reports`, desk: true },
    { section: 'datasets', icon: DatasetIcon, href: datasetsAddress(projectId), desk: true },
    { section: 'team', icon: TeamIcon, href: teamAddress(projectId), desk: true },
  ];
}

export const settingsOf = (projectId: string): Entry => ({
  section: 'settings',
  icon: SettingsIcon,
  href: `/project/${projectId}/settings`,
});

export type Place = { projectId?: string; section?: Section };

/** `/project/x/tasks/new` → tasks; a plan belongs to the plans. */
export function sectionAt(path: string): Section {
  const segment = path.split('/')[3] ?? '';
  return SECTIONS.find((section) => section === segment) ?? 'plans';
}

export function usePlace(): Place {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const { projectId } = useParams({ strict: false }) as { projectId?: string };
  return projectId === undefined ? {} : { projectId, section: sectionAt(path) };
}
