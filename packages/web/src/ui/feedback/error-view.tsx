// What a failure looks like. Three kinds: no network, an answer that refuses, and everything else with its details.
import { useState } from 'react';
import { Button } from '../actions/button.tsx';
import { ErrorIcon, OfflineIcon, RetryIcon } from '../icons.tsx';
import { useT } from '../translation.tsx';
import { EmptyState } from './empty-state.tsx';

export type ShownFailure =
  | { kind: 'network' }
  /** `description`: the reason in words, e.g. of the error's code or the server's error_description. */
  | { kind: 'response'; description?: string | undefined }
  | { kind: 'other'; name: string; message: string };

export type ErrorViewProps = {
  failure: ShownFailure;
  /** Tries the same again; where it is missing a failed answer has no button. */
  onRetry?: (() => void) | undefined;
  /** Network failures offer "Close" where this is given. */
  onClose?: (() => void) | undefined;
  /** Reloads the page unless told otherwise. */
  onRefresh?: (() => void) | undefined;
};

export function ErrorView({ failure, onRetry, onClose, onRefresh = () => location.reload() }: ErrorViewProps) {
  const t = useT();
  const [open, setOpen] = useState(false);
  if (failure.kind === 'network') {
    return (
      <EmptyState
        role="alert"
        icon={OfflineIcon}
        title={t('ui.errorNetwork')}
        action={
          <>
            {onClose && <Button onPress={onClose}>{t('ui.close')}</Button>}
            <Button kind="brand" icon={RetryIcon} onPress={onRetry ?? onRefresh}>
              {onRetry ? t('ui.tryAgain') : t('ui.refreshPage')}
            </Button>
          </>
        }
      >
        {t('ui.errorNetworkText')}
      </EmptyState>
    );
  }
  if (failure.kind === 'response') {
    return (
      <EmptyState
        role="alert"
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
