// A lazily loaded component. If it fails to load, the screen around it and its input are kept.
import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { Button } from './actions/button.tsx';
import { ErrorView } from './feedback/error-view.tsx';
import { isMissingPart } from './missing-module.ts';
import { Dialog } from './overlays/dialog.tsx';
import { useT } from './translation.tsx';

type PartMissingProps = {
  /** A part of the screen; otherwise it would have been a dialog. */
  inPlace: boolean;
  onRetry: () => void;
  onClose: (() => void) | undefined;
};

/** In place of a module that failed to load, or a dialog where it would have been one. */
function PartMissing({ inPlace, onRetry, onClose }: PartMissingProps) {
  const t = useT();
  if (inPlace) return <ErrorView failure={{ kind: 'part' }} onRetry={onRetry} />;
  // A small optional part, such as a button of a bar: the rest works without it.
  if (onClose === undefined) return null;
  return (
    <Dialog
      title={t('ui.errorPart')}
      size="small"
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={() => location.reload()}>{t('ui.refreshPage')}</Button>
          <Button kind="brand" onPress={onRetry}>
            {t('ui.tryAgain')}
          </Button>
        </>
      }
    >
      {t('ui.errorPartText')}
    </Dialog>
  );
}

type CatchProps = { children: ReactNode; fallback: ReactNode };

/** Catches missing modules; other errors go to the next error boundary. */
class PartCatch extends Component<CatchProps, { error: unknown }> {
  override state = { error: undefined as unknown };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    if (!isMissingPart(error)) throw error;
    return this.props.fallback;
  }
}

const closeOf = (props: object): (() => void) | undefined =>
  'onClose' in props && typeof props.onClose === 'function' ? (props.onClose as () => void) : undefined;

/** Shows `fallback` until loaded; nothing by default. */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ReactNode = null,
): ComponentType<Props> {
  const make = () => lazy(() => load().then((its) => ({ default: its })));
  let newest = make();
  return function Later(props: Props) {
    const [{ Part, attempt }, setTry] = useState(() => ({ Part: newest, attempt: 1 }));
    const again = () => {
      newest = make();
      setTry({ Part: newest, attempt: attempt + 1 });
    };
    return (
      <PartCatch
        key={attempt}
        fallback={<PartMissing inPlace={fallback !== null} onRetry={again} onClose={closeOf(props)} />}
      >
        <Suspense fallback={fallback}>
          <Part {...props} />
        </Suspense>
      </PartCatch>
    );
  };
}
