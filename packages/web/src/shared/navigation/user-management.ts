// Where one is in the management of users: the tabs, and what their addresses say.
import { among } from './addresses.ts';

/** The sides of the management of users; `import` and `signOn` are filled by features of their own. */
export const USER_MANAGEMENT_TABS = [
  'users',
  'import',
  'companies',
  'contacts',
  'licences',
  'roles',
  'signOn',
  'policies',
  'organisation',
] as const;
export type UserManagementTab = (typeof USER_MANAGEMENT_TABS)[number];

/** Those that somebody sees who manages users without being an administrator of the organisation. */
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

/** `importStatus` is where imports of people tell how far they are. */
export const readUserManagementTab = (segment: string | undefined): UserManagementTab | undefined =>
  segment === undefined ? 'users' : segment === 'importStatus' ? 'import' : among(USER_MANAGEMENT_TABS, segment);
