// Navigation within user management: its tabs and their URLs.
import { among } from './addresses.ts';

/** The tabs of user management; `import` and `signOn` are implemented by separate features. */
export const USER_MANAGEMENT_TABS = [
  'users',
  'import',
  'companies',
  'contacts',
  'licences',
  'roles',
  'signOn',
  'policies',
  'templates',
  'activity',
  'organisation',
] as const;
export type UserManagementTab = (typeof USER_MANAGEMENT_TABS)[number];

/** The tabs visible to user managers who are not administrators of the organisation. */
export const FOR_MANAGERS: readonly UserManagementTab[] = [
  'users',
  'import',
  'companies',
  'contacts',
  'licences',
  'roles',
];

export const userManagementAddress = (tab: UserManagementTab = 'users'): string =>
  tab === 'users' ? '/userManagement' : `/userManagement/${tab}`;

/** `importStatus` shows the progress of people imports. */
export const readUserManagementTab = (segment: string | undefined): UserManagementTab | undefined =>
  segment === undefined ? 'users' : segment === 'importStatus' ? 'import' : among(USER_MANAGEMENT_TABS, segment);
