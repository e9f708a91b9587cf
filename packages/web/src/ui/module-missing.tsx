// Shown for a module that failed to load: in its place, or as a dialog where it would have been one.
import { Button } from './actions/button.tsx';
import { ErrorView } from './feedback/error-view.tsx';
import { Dialog } from './overlays/dialog.tsx';
import { useT } from './translation.tsx';

type PartMissingProps = {
  /** A part of the screen; otherwise it would have been a dialog. */
  inPlace: boolean;
  onRetry: () => void;
  onClose: (() => void) | undefined;
};

export function PartMissing({ inPlace, onRetry, onClose }: PartMissingProps) {
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
