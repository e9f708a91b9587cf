// For a URL that refers to something that does not exist, or that the user may not create or change.
import { Button } from '../../../ui/actions/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { useT } from '../../../ui/translation.tsx';

const WORDS = {
  folder: { title: 'project.missing', text: 'project.missingFolder' },
  project: { title: 'project.missing', text: 'project.missingProject' },
  /** The URL names nothing to move. */
  choice: { title: 'project.nothingChosen', text: 'project.missingChoice' },
  /** The user lacks the permission to create projects. */
  right: { title: 'project.notAllowedNew', text: 'organisation.notAllowedText' },
} as const;

export function MissingDialog({ what, onClose }: { what: keyof typeof WORDS; onClose: () => void }) {
  const t = useT();
  return (
    <Dialog
      title={t(WORDS[what].title)}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <Button kind="brand" onPress={onClose} autoFocus>
          {t('project.backToList')}
        </Button>
      }
    >
      {t(WORDS[what].text)}
    </Dialog>
  );
}
