// What stands for a part of the program that has not come: in its place, or as a window where it would have been one.
import { Button } from './actions/button.tsx';
import { ErrorView } from './feedback/error-view.tsx';
import { Dialog } from './overlays/dialog.tsx';
import { useT } from './translation.tsx';

type PartMissingProps = {
  /** A part of the screen; else it would have been a window. */
  inPlace: boolean;
  onRetry: () => void;
  onClose: (() => void) | undefined;
};

export function PartMissing({ inPlace, onRetry, onClose }: PartMissingProps) {
  const t = useT();
  if (inPlace) return <ErrorView failure={{ kind: 'part' }} onRetry={onRetry} />;
  // Small things beside others, such as a button of a bar: the rest works without them.
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
