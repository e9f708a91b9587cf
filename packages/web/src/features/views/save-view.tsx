// Asks for the title of a view, whether it is shared with the project, or for confirmation to share it.
import { type SavedViewRow, savedViewTitle } from '@plumbline/core/site/rows/saved-views';
import { useState } from 'react';
import { FormDialog } from '../../shared/navigation/unsaved.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Checkbox } from '../../ui/choices/checkbox.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { Stack } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';

type SaveViewProps = {
  doing: 'save' | 'rename' | 'share';
  view: SavedViewRow | undefined;
  mayShare: boolean;
  /** Resolves to true on success. */
  onSave: (title: string, shared: boolean) => Promise<boolean>;
  onClose: () => void;
};

const HEADINGS = { save: 'view.save', rename: 'view.rename', share: 'view.share' } as const;

export function SaveView({ doing, view, mayShare, onSave, onClose }: SaveViewProps) {
  const t = useT();
  const [title, setTitle] = useState(doing === 'save' ? '' : (view?.title ?? ''));
  const [shared, setShared] = useState(false);
  const [requested, setRequested] = useState(false);
  const [busy, setBusy] = useState(false);
  const valid = savedViewTitle.safeParse(title).success;
  const save = async () => {
    setRequested(true);
    if (!valid || busy) return;
    setBusy(true);
    const done = await onSave(title.trim(), shared);
    setBusy(false);
    if (done) onClose();
  };
  return (
    <FormDialog
      title={t(HEADINGS[doing])}
      size="small"
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={busy} onPress={onClose}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" isPending={busy} onPress={() => void save()}>
            {t(HEADINGS[doing])}
          </Button>
        </>
      }
    >
      {doing === 'share' ? (
        <p>{t('view.shareText', { title: view?.title ?? '' })}</p>
      ) : (
        <Stack
          as="form"
          fluid
          gap={3}
          justify="start"
          onSubmit={(event) => {
            event.preventDefault();
            void save();
          }}
        >
          <TextField
            label={t('group.title')}
            value={title}
            maxLength={80}
            problem={requested && !valid ? t('view.needTitle') : undefined}
            onChange={setTitle}
            autoFocus
          />
          {doing === 'save' && mayShare && (
            <Checkbox isSelected={shared} onChange={setShared} help={t('view.shareHelp')}>
              {t('view.shareWithProject')}
            </Checkbox>
          )}
        </Stack>
      )}
    </FormDialog>
  );
}
