// Notices shown on every screen: offline, and that the app can be added to the home screen.
import { useEffect, useState } from 'react';
import { ownKind } from '../../api/device-kind.ts';
import { forgetLost, useSyncStatus } from '../../local/use-rows.ts';
import { useProject, useUpdateProject } from '../../shared/data/project-queries.ts';
import { failureText } from '../../shared/data/shown-failure.ts';
import { useIsOffline } from '../../shared/data/use-sync-state.ts';
import { useUser } from '../../shared/session/session.tsx';
import { NewVersion } from '../../shared/version/new-version.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { useT } from '../../ui/translation.tsx';
import { useCurrentRoute } from './nav-sections.ts';

const BackgroundTasks = later(() => import('../background-tasks.tsx').then((module) => module.BackgroundTasks));

/** The browser event fired when the app can be installed (not in the DOM types). */
type InstallPrompt = Event & { prompt: () => Promise<unknown> };

const KEY = 'plumbline.installDismissed';

function useInstall(): { offer: InstallPrompt | undefined; dismiss: () => void } {
  const [offer, setOffer] = useState<InstallPrompt>();
  useEffect(() => {
    const onEvent = (event: Event) => {
      event.preventDefault();
      if (localStorage.getItem(KEY) === null) setOffer(event as InstallPrompt);
    };
    addEventListener('beforeinstallprompt', onEvent);
    return () => removeEventListener('beforeinstallprompt', onEvent);
  }, []);
  const dismiss = () => {
    localStorage.setItem(KEY, new Date().toISOString());
    setOffer(undefined);
  };
  return { offer, dismiss };
}

function InactiveProject({ projectId }: { projectId: string }) {
  const t = useT();
  const project = useProject(projectId).data;
  const update = useUpdateProject(projectId);
  if (project === undefined || project.active) return null;
  return (
    <Notice
      banner
      kind="warning"
      actions={
        project.permissions.includes('project.edit') && (
          <Button size="s" isPending={update.isPending} onPress={() => update.mutate({ active: true })}>
            {t('project.reactivate')}
          </Button>
        )
      }
    >
      {update.error ? failureText(t, update.error) : t('project.inactiveNotice')}
    </Notice>
  );
}

export function Notices({ phone }: { phone: boolean }) {
  const t = useT();
  const isOffline = useIsOffline();
  const { lost = 0 } = useSyncStatus();
  const user = useUser();
  const { offer, dismiss } = useInstall();
  const { projectId } = useCurrentRoute();
  return (
    <>
      {isOffline && (
        <Notice banner kind="offline" title={t('shell.offline')}>
          {t('shell.offlineText')}
        </Notice>
      )}
      {lost > 0 && (
        <Notice banner kind="error" onDismiss={forgetLost}>
          {t('shell.lost', { count: lost })}
        </Notice>
      )}
      <NewVersion />
      <BackgroundTasks />
      {projectId !== undefined && <InactiveProject projectId={projectId} />}
      {user.noLicenseMessage !== null && (
        <Notice banner kind="warning">
          {user.noLicenseMessage}
        </Notice>
      )}
      {user.license === 'mobile' && ownKind() === 'DESKTOP' && (
        <Notice banner kind="warning" title={t('licence.mobileTitle')}>
          {t('licence.mobileText')}
        </Notice>
      )}
      {user.byToken && (
        <Notice
          banner
          kind="warning"
          title={t('auth.byTokenTitle', { name: `${user.firstName} ${user.lastName}`.trim() })}
        >
          {t('auth.byTokenText')}
        </Notice>
      )}
      {phone && offer && (
        <Notice
          banner
          icon={DownloadIcon}
          title={t('shell.install')}
          onDismiss={dismiss}
          actions={
            <Button
              size="s"
              onPress={() => {
                dismiss();
                void offer.prompt();
              }}
            >
              {t('shell.installNow')}
            </Button>
          }
        >
          {t('shell.installText')}
        </Notice>
      )}
    </>
  );
}
