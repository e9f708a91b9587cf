// Asks for the title of a view, whether it is shared with the project, or for confirmation to share it.
import type { SavedViewRow } from '@plumbline/core/site/rows/saved-views';
import { useState } from 'react';
import { NameDialog } from '../../shared/dialogs/name-dialog.tsx';
import { Checkbox } from '../../ui/choices/checkbox.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../ui/translation.tsx';

type SaveViewProps = {
  doing: 'save' | 'rename' | 'share';
  view: SavedViewRow | undefined;
  mayShare: boolean;
  /** Resolves to true on success. */
  onSave: (title: string, shared: boolean) => Promise<boolean>;
  onClose: () => void;
};

const HEADINGS = { save: 'view.save', rename: 'view.rename' } as const;

export function SaveView({ doing, view, mayShare, onSave, onClose }: SaveViewProps) {
  const t = useT();
  const [shared, setShared] = useState(false);
  if (doing === 'share')
    return <ShareView title={view?.title ?? ''} onShare={() => onSave('', true)} onClose={onClose} />;
  return (
    <NameDialog
      title={t(HEADINGS[doing])}
      label={t('group.title')}
      confirm={t(HEADINGS[doing])}
      name={doing === 'save' ? '' : view?.title}
      maxLength={80}
      needed={t('view.needTitle')}
      onSave={(title) => onSave(title, shared)}
      onClose={onClose}
    >
      {doing === 'save' && mayShare && (
        <Checkbox isSelected={shared} onChange={setShared} help={t('view.shareHelp')}>
          {t('view.shareWithProject')}
        </Checkbox>
      )}
    </NameDialog>
  );
}

type ShareViewProps = { title: string; onShare: () => Promise<boolean>; onClose: () => void };

function ShareView({ title, onShare, onClose }: ShareViewProps) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const share = async () => {
    setBusy(true);
    const done = await onShare();
    setBusy(false);
    if (done) onClose();
  };
  return (
    <ConfirmDialog
      title={t('view.share')}
      confirm={t('view.share')}
      isOpen
      isBusy={busy}
      onConfirm={() => void share()}
      onCancel={onClose}
    >
      {t('view.shareText', { title })}
    </ConfirmDialog>
  );
}
