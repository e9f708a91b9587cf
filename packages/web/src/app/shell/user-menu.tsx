// The signed-in user, and settings of the user and this device: appearance, account, sign-out.
import { LANGUAGE_NAMES } from '@plumbline/locales/languages';
import { useState } from 'react';
import { Button } from 'react-aria-components';
import { signOut } from '../../features/auth/sign-out.ts';
import { SignOutDialog } from '../../features/auth/sign-out-dialog.tsx';
import { useWaiting } from '../../shared/data/use-sync-state.ts';
import { useLanguage } from '../../shared/i18n/i18n.tsx';
import { useUser } from '../../shared/session/session.tsx';
import { Menu, type MenuProps } from '../../ui/actions/menu.tsx';
import {
  BrightIcon,
  DarkIcon,
  DeviceIcon,
  HelpIcon,
  IconMark,
  LanguageIcon,
  LightIcon,
  MoreIcon,
  OrganisationIcon,
  SettingsIcon,
  SignOutIcon,
} from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { Avatar } from '../../ui/marks/avatar.tsx';
import { useAppearance } from '../../ui/theme/use-appearance.ts';
import { useT } from '../../ui/translation.tsx';

const HelpDialog = later(() => import('./help-dialog.tsx').then((module) => module.HelpDialog));

const THEMES = [
  { id: 'system', icon: DeviceIcon },
  { id: 'light', icon: LightIcon },
  { id: 'dark', icon: DarkIcon },
] as const;

type UserMenuProps = { bare: boolean; placement: MenuProps['placement'] };

export function UserMenu({ bare, placement }: UserMenuProps) {
  const t = useT();
  const user = useUser();
  const { language } = useLanguage();
  const [appearance, change] = useAppearance();
  const waiting = useWaiting();
  const [asking, ask] = useState(false);
  const [helping, help] = useState(false);
  const name = `${user.firstName} ${user.lastName}`.trim() || user.username;
  const menu = (
    <Menu
      label={t('shell.account', { name })}
      placement={placement}
      header={
        <Stack gap={0} line="below" className="user-head">
          <strong>{name}</strong>
          <span>{user.username}</span>
          <span>{user.organisationName}</span>
        </Stack>
      }
      trigger={
        <Button className="user-button" {...(bare && { 'aria-label': t('shell.account', { name }) })}>
          <Avatar name={name} src={user.picture ?? undefined} size={32} decorative />
          {!bare && (
            <>
              <Stack as="span" gap={0} shrink grow weight="medium" tight className="user-words">
                <span>{name}</span>
                <span className="user-organisation">{user.organisationName}</span>
              </Stack>
              <IconMark icon={MoreIcon} />
            </>
          )}
        </Button>
      }
      groups={[
        {
          id: 'settings',
          entries: [
            { id: 'account', icon: SettingsIcon, label: t('account.title'), href: '/userSettings' },
            {
              id: 'language',
              icon: LanguageIcon,
              label: t('shell.language'),
              detail: LANGUAGE_NAMES[language],
              href: '/userSettings/language',
            },
            ...(user.permissions.includes('user.manage')
              ? [{ id: 'users', icon: OrganisationIcon, label: t('shell.userManagement'), href: '/userManagement' }]
              : []),
            { id: 'help', icon: HelpIcon, label: t('help.title'), onAction: () => help(true) },
          ],
        },
        {
          id: 'appearance',
          heading: t('shell.appearance'),
          entries: [
            ...THEMES.map(({ id, icon }) => ({
              id,
              icon,
              label: t(`shell.theme.${id}`),
              selected: appearance.theme === id,
              onAction: () => change({ theme: id }),
            })),
          ],
        },
        {
          id: 'sunlight',
          several: true,
          entries: [
            {
              id: 'bright',
              icon: BrightIcon,
              label: t('shell.bright'),
              detail: t('shell.brightText'),
              selected: appearance.bright,
              onAction: () => change({ bright: !appearance.bright }),
            },
          ],
        },
        {
          id: 'leave',
          entries: [
            {
              id: 'signOut',
              icon: SignOutIcon,
              label: t('auth.signOut'),
              onAction: () => (waiting > 0 ? ask(true) : void signOut()),
            },
          ],
        },
      ]}
    />
  );
  return (
    <>
      {menu}
      {helping && <HelpDialog onClose={() => help(false)} />}
      {asking && <SignOutDialog waiting={waiting} onCancel={() => ask(false)} />}
    </>
  );
}
