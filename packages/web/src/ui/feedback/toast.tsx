// A brief confirmation of an action, with undo. Messages that must be read go into a Notice or Dialog instead.
import {
  UNSTABLE_Toast as AriaToast,
  UNSTABLE_ToastRegion as AriaToastRegion,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastQueue as ToastQueue,
} from 'react-aria-components';
import { Button } from '../actions/button.tsx';
import { KnownIconButton } from '../actions/known-icon-button.tsx';
import { CloseIcon, ErrorIcon, IconMark, SuccessIcon } from '../icons.tsx';
import { placeToasts } from '../overlays/above-bars.ts';
import { useT } from '../translation.tsx';
import './toast.css';

export type Toast = {
  text: string;
  kind?: 'plain' | 'success' | 'error' | undefined;
  /** Undoes the action; its label is "Undo" unless `undoLabel` is set. */
  onUndo?: (() => void) | undefined;
  undoLabel?: string | undefined;
  /** Called once the toast is gone: after its timeout, when closed, or after undo. */
  onGone?: (() => void) | undefined;
};

const SHORT_MS = 5_000;
const LONG_MS = 8_000;

const queue = new ToastQueue<Toast>({ maxVisibleToasts: 3 });

/**
 * Shows a toast and returns a function that closes it. With undo it stays for 8 seconds, else 5; errors stay until
 * closed.
 */
export function showToast(toast: Toast): () => void {
  // An error that happens again replaces the first, so that it does not fill a phone's screen.
  if (toast.kind === 'error') closeToasts(toast.text);
  const time = toast.kind === 'error' ? {} : { timeout: toast.onUndo ? LONG_MS : SHORT_MS };
  placeToasts();
  const key = queue.add(toast, { ...time, ...(toast.onGone && { onClose: toast.onGone }) });
  return () => queue.close(key);
}

/** Closes the toasts with this text, once it no longer applies. */
export function closeToasts(text: string): void {
  for (const { key, content } of queue.visibleToasts) if (content.text === text) queue.close(key);
}

/** Where toasts appear; rendered once, at the end of the app. */
export function ToastRegion() {
  const t = useT();
  return (
    <AriaToastRegion queue={queue} className="ui-toasts" aria-label={t('ui.toasts')}>
      {({ toast }) => {
        const { text, kind = 'plain', onUndo, undoLabel } = toast.content;
        return (
          <AriaToast toast={toast} className="ui-toast" data-kind={kind}>
            <ToastContent className="ui-toast-content">
              {kind !== 'plain' && <IconMark icon={kind === 'error' ? ErrorIcon : SuccessIcon} />}
              <Text slot="title">{text}</Text>
            </ToastContent>
            {onUndo && (
              <span className="ui-toast-action">
                <Button
                  kind="quiet"
                  onPress={() => {
                    onUndo();
                    queue.close(toast.key);
                  }}
                >
                  {undoLabel ?? t('ui.undo')}
                </Button>
              </span>
            )}
            <KnownIconButton slot="close" icon={CloseIcon} label={t('ui.close')} />
          </AriaToast>
        );
      }}
    </AriaToastRegion>
  );
}
