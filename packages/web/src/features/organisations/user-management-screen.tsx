// Organisation management: users, licences, companies, policies. Each tab is loaded when it is first shown.
import { useNavigate } from '@tanstack/react-router';
import { type ComponentType, createElement, useEffect, useRef } from 'react';
import { NotFound } from '../../shared/navigation/not-found.tsx';
import { ScreenHead } from '../../shared/navigation/screen-head.tsx';
import {
  FOR_MANAGERS,
  readUserManagementTab,
  USER_MANAGEMENT_TABS,
  type UserManagementTab,
  userManagementAddress,
} from '../../shared/navigation/user-management.ts';
import { useUser } from '../../shared/session/session.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { LockIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { Tabs } from '../../ui/layout/tabs.tsx';
import { useT } from '../../ui/translation.tsx';
import './organisation.css';

const waiting = <Skeleton lines={8} />;

const CONTENTS: Record<UserManagementTab, ComponentType> = {
  users: later(() => import('../people/users/users-tab.tsx').then((module) => module.UsersTab), waiting),
  import: later(
    () => import('../people/import/people-import-tab.tsx').then((module) => module.PeopleImportTab),
    waiting,
  ),
  companies: later(() => import('./companies/companies-tab.tsx').then((module) => module.CompaniesTab), waiting),
  contacts: later(() => import('./companies/contacts-tab.tsx').then((module) => module.ContactsTab), waiting),
  licences: later(() => import('./licences/licences-tab.tsx').then((module) => module.LicencesTab), waiting),
  roles: later(() => import('./roles-tab.tsx').then((module) => module.RolesTab), waiting),
  signOn: later(() => import('../sso/sign-on-tab.tsx').then((module) => module.SignOnTab), waiting),
  policies: later(() => import('./policies-tab.tsx').then((module) => module.PoliciesTab), waiting),
  templates: later(() => import('./templates-tab.tsx').then((module) => module.TemplatesTab), waiting),
  activity: later(() => import('./activity/activity-tab.tsx').then((module) => module.ActivityTab), waiting),
  organisation: later(() => import('./overview/overview-tab.tsx').then((module) => module.OverviewTab), waiting),
};

export function UserManagementScreen({ tab: segment }: { tab: string | undefined }) {
  const t = useT();
  const navigate = useNavigate();
  const { settings, permissions } = useUser();
  const tab = readUserManagementTab(segment);
  const tabs = USER_MANAGEMENT_TABS.filter(
    (userManagementTab) => settings.admin || FOR_MANAGERS.includes(userManagementTab),
  );
  const frame = useRef<HTMLDivElement>(null);
  // On a phone the tabs are wider than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs again when the tab changes
  useEffect(() => {
    frame.current?.querySelector('.ui-tab[data-selected]')?.scrollIntoView({ inline: 'center', block: 'nearest' });
  }, [tab]);
  if (!permissions.includes('user.manage')) {
    return (
      <EmptyState screen icon={LockIcon} title={t('organisation.notAllowed')}>
        {t('organisation.notAllowedText')}
      </EmptyState>
    );
  }
  if (tab === undefined || !tabs.includes(tab)) return <NotFound />;
  return (
    <Stack gap={0} pad="4 edge" flat fill rows="head" className="organisation-screen ui-tab-screen" ref={frame}>
      <ScreenHead
        title={t('organisation.title')}
        path={[{ id: 'organisation', label: t('organisation.title'), href: userManagementAddress() }]}
      />
      <h1 className="ui-hidden">{t('organisation.title')}</h1>
      <Tabs
        label={t('organisation.title')}
        value={tab}
        onChange={(id) => {
          const chosen = tabs.find((one) => one === id);
          if (chosen && chosen !== tab) void navigate({ href: userManagementAddress(chosen) });
        }}
        tabs={tabs.map((id) => ({ id, label: t(`organisation.tab.${id}`), content: createElement(CONTENTS[id]) }))}
      />
    </Stack>
  );
}
