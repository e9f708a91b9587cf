// The display of a failure. Three kinds: no network, a refusal by the server, and everything else with its details. What
// fails while the device is offline is not available there, which is no fault.
import { useState } from 'react';
import { Button } from '../actions/button.tsx';
import { ErrorIcon, OfflineIcon, RetryIcon } from '../icons.tsx';
import { useT } from '../translation.tsx';
import { useOnline } from '../use-online.ts';
import { EmptyState } from './empty-state.tsx';
import { Notice } from './notice.tsx';

export type ShownFailure =
  | { kind: 'network' }
  /** A module failed to load. */
  | { kind: 'part' }
  /** `description`: the reason in words, e.g. from the error code or the server's error_description. */
  | { kind: 'response'; description?: string | undefined }
  | { kind: 'other'; name: string; message: string };

export type ErrorViewProps = {
  failure: ShownFailure;
  /** Retries the same request; without it, a refusal has no button. */
  onRetry?: (() => void) | undefined;
  /** Reloads the page by default. */
  onRefresh?: (() => void) | undefined;
  /** Replaces a whole screen. */
  screen?: boolean | undefined;
};

type ConnectionViewProps = Pick<ErrorViewProps, 'onRetry' | 'screen'> & { part: boolean; onRefresh: () => void };

/** The network failed, or a module did not load because of it. Once closed, one line with the same action remains. */
function ConnectionView({ part, onRetry, onRefresh, screen }: ConnectionViewProps) {
  const t = useT();
  const [closed, setClosed] = useState(false);
  const title = t(part ? 'ui.errorPart' : 'ui.errorNetwork');
  const retry = (
    <Button kind={closed ? 'default' : 'brand'} icon={RetryIcon} onPress={onRetry ?? onRefresh}>
      {onRetry ? t('ui.tryAgain') : t('ui.refreshPage')}
    </Button>
  );
  if (closed) {
    return (
      <Notice kind="offline" actions={retry}>
        {title}
      </Notice>
    );
  }
  return (
    <EmptyState
      role="alert"
      screen={screen}
      icon={OfflineIcon}
      title={title}
      action={
        <>
          <Button kind="quiet" onPress={() => setClosed(true)}>
            {t('ui.close')}
          </Button>
          {onRetry && <Button onPress={onRefresh}>{t('ui.refreshPage')}</Button>}
          {retry}
        </>
      }
    >
      {t(part ? 'ui.errorPartText' : 'ui.errorNetworkText')}
    </EmptyState>
  );
}

/** The request is repeated once the device is online again. */
function NotOffline({ onRetry, screen }: Pick<ErrorViewProps, 'onRetry' | 'screen'>) {
  const t = useT();
  return (
    <EmptyState
      role="alert"
      screen={screen}
      icon={OfflineIcon}
      title={t('ui.notOffline')}
      action={
        onRetry && (
          <Button icon={RetryIcon} onPress={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        )
      }
    >
      {t('ui.notOfflineText')}
    </EmptyState>
  );
}

export function ErrorView({ failure, onRetry, onRefresh = () => location.reload(), screen }: ErrorViewProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const isOnline = useOnline();
  if (failure.kind === 'network' && !isOnline) return <NotOffline {...{ onRetry, screen }} />;
  if (failure.kind === 'network' || failure.kind === 'part') {
    return <ConnectionView part={failure.kind === 'part'} {...{ onRetry, onRefresh, screen }} />;
  }
  if (failure.kind === 'response') {
    return (
      <EmptyState
        role="alert"
        screen={screen}
        icon={ErrorIcon}
        title={t('ui.errorDefault')}
        action={
          onRetry && (
            <Button kind="brand" icon={RetryIcon} onPress={onRetry}>
              {t('ui.tryAgain')}
            </Button>
          )
        }
      >
        {failure.description}
      </EmptyState>
    );
  }
  return (
    <EmptyState
      role="alert"
      screen={screen}
      icon={ErrorIcon}
      title={t('ui.errorDefault')}
      action={
        <>
          <Button kind="quiet" aria-expanded={open} onPress={() => setOpen(!open)}>
            {open ? t('ui.hideDetails') : t('ui.showDetails')}
          </Button>
          <Button kind="brand" icon={RetryIcon} onPress={onRetry ?? onRefresh}>
            {onRetry ? t('ui.tryAgain') : t('ui.refreshPage')}
          </Button>
        </>
      }
    >
      {open ? (
        <pre className="ui-details">
          {failure.name}: {failure.message}
        </pre>
      ) : (
        t('ui.errorDefaultText')
      )}
    </EmptyState>
  );
}
