// The display of a failure. Three kinds: no network, a refusal by the server, and everything else with its details.
import { useState } from 'react';
import { Button } from '../actions/button.tsx';
import { ErrorIcon, OfflineIcon, RetryIcon } from '../icons.tsx';
import { useT } from '../translation.tsx';
import { EmptyState } from './empty-state.tsx';

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
  /** Network failures offer "Close" where this is set. */
  onClose?: (() => void) | undefined;
  /** Reloads the page by default. */
  onRefresh?: (() => void) | undefined;
  /** Replaces a whole screen. */
  screen?: boolean | undefined;
};

export function ErrorView({ failure, onRetry, onClose, onRefresh = () => location.reload(), screen }: ErrorViewProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  if (failure.kind === 'network' || failure.kind === 'part') {
    const part = failure.kind === 'part';
    return (
      <EmptyState
        role="alert"
        screen={screen}
        icon={OfflineIcon}
        title={t(part ? 'ui.errorPart' : 'ui.errorNetwork')}
        action={
          <>
            {onClose && <Button onPress={onClose}>{t('ui.close')}</Button>}
            {part && onRetry && <Button onPress={onRefresh}>{t('ui.refreshPage')}</Button>}
            <Button kind="brand" icon={RetryIcon} onPress={onRetry ?? onRefresh}>
              {onRetry ? t('ui.tryAgain') : t('ui.refreshPage')}
            </Button>
          </>
        }
      >
        {t(part ? 'ui.errorPartText' : 'ui.errorNetworkText')}
      </EmptyState>
    );
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
