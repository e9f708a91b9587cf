// An address that names something which is not there, or not the caller's to change.
import { Button } from '../../ui/actions/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';

export function MissingDialog({ what, onClose }: { what: 'folder' | 'project'; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      title={t('project.missing')}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <Button kind="brand" onPress={onClose} autoFocus>
          {t('project.backToList')}
        </Button>
      }
    >
      {t(what === 'folder' ? 'project.missingFolder' : 'project.missingProject')}
    </Dialog>
  );
}
