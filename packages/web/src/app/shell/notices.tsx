// Notices shown on every screen: offline, and that the app can be added to the home screen.
import { useSyncExternalStore } from 'react';
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
import { dismissInstallOffer, installOffer, watchInstallOffer } from '../install-offer.ts';
import { useCurrentRoute } from './nav-sections.ts';

const BackgroundTasks = later(() => import('../background-tasks.tsx').then((module) => module.BackgroundTasks));

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
  const lost = useSyncStatus((status) => status.lost ?? 0);
  const user = useUser();
  const offer = useSyncExternalStore(watchInstallOffer, installOffer);
  const { projectId } = useCurrentRoute();
  // Offers come unasked and cover a part of the screen, so they are made where nobody is working on a site.
  const isCalm = projectId === undefined;
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
      <div className="shell-offers">
        <BackgroundTasks offering={isCalm} />
        {phone && isCalm && offer && (
          <Notice
            icon={DownloadIcon}
            title={t('shell.install')}
            onDismiss={dismissInstallOffer}
            actions={
              <Button
                size="s"
                onPress={() => {
                  dismissInstallOffer();
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
      </div>
    </>
  );
}
