// Changes the texts of a refused edit and sends it again.
import { useState } from 'react';
import { editsHere, type RejectedEdit } from '../../../local/use-rows.ts';
import { actionText } from '../../../shared/data/action-names.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { TextArea } from '../../../ui/fields/text-area.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { editableTexts, withTexts } from './editable-texts.ts';

export function ChangeDialog({ edit, onClose }: { edit: RejectedEdit; onClose: () => void }) {
  const t = useT();
  const [texts, setTexts] = useState(() => editableTexts(edit.input));
  const [problem, setProblem] = useState<string>();
  const [isSending, setSending] = useState(false);
  const send = async () => {
    setSending(true);
    try {
      await editsHere().retry(edit.n, withTexts(edit.input, texts));
      onClose();
    } catch (error) {
      setProblem(failureText(t, error));
      setSending(false);
    }
  };
  return (
    <FormDialog
      title={t('sync.changeTitle')}
      detail={actionText(t, edit.name)}
      size="small"
      isOpen
      isBusy={isSending}
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose} isDisabled={isSending}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" isPending={isSending} onPress={() => void send()}>
            {t('sync.retry')}
          </Button>
        </>
      }
    >
      <Stack gap={4}>
        {texts.map(({ path, label, text, isLine }) => {
          const field = {
            label: t(label),
            value: text,
            onChange: (next: string) =>
              setTexts((all) => all.map((one) => (one.path === path ? { ...one, text: next } : one))),
          };
          return isLine ? (
            <TextField key={path.join('.')} {...field} />
          ) : (
            <TextArea key={path.join('.')} rows={2} {...field} />
          );
        })}
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
      </Stack>
    </FormDialog>
  );
}
