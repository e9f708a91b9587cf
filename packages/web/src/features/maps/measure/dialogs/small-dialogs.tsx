// Small dialogs for markup: text to place on the plan, and the geographic position of a point.
import type { Position } from '@plumbline/core/site/geometry/mercator';
import { type FormEvent, useState } from 'react';
import { FormDialog } from '../../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { Notice } from '../../../../ui/feedback/notice.tsx';
import { TextField } from '../../../../ui/fields/text-field.tsx';
import { LocateIcon } from '../../../../ui/icons.tsx';
import { Stack } from '../../../../ui/layout/primitives.tsx';
import { useT } from '../../../../ui/translation.tsx';
import { readPosition, writePosition } from '../../coordinates.ts';
import { askPosition, type PositionProblem, positionProblemText } from '../../position.ts';

const FORM = 'markup-form';

export type WordsDialogProps = {
  /** The text to be changed. */
  text?: string | undefined;
  onClose: () => void;
  onWrite: (text: string) => void;
};

export function WordsDialog({ text: before = '', onClose, onWrite }: WordsDialogProps) {
  const t = useT();
  const [text, setText] = useState(before);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '') onWrite(text.trim());
  };
  return (
    <FormDialog
      title={t('measure.words')}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <Button kind="next" type="submit" form={FORM} isDisabled={text.trim() === ''}>
          {t('measure.write')}
        </Button>
      }
    >
      <form id={FORM} onSubmit={submit}>
        <TextField label={t('measure.words')} hideLabel value={text} onChange={setText} maxLength={200} autoFocus />
      </form>
    </FormDialog>
  );
}

export type PlaceDialogProps = {
  /** 1 or 2. */
  which: number;
  onClose: () => void;
  onPlace: (position: Position) => void;
  /** Display text for why the two positions do not match. */
  problem: string | undefined;
};

export function PlaceDialog({ which, onClose, onPlace, problem }: PlaceDialogProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<PositionProblem>();
  const position = readPosition(text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (position) onPlace(position);
  };
  const own = async () => {
    setBusy(true);
    const found = await askPosition();
    setBusy(false);
    if (typeof found === 'string') setTrouble(found);
    else setText(writePosition(found));
  };
  return (
    <FormDialog
      title={t('measure.whereIs', { which })}
      size="small"
      isOpen
      onClose={onClose}
      actions={
        <Button kind="next" type="submit" form={FORM}>
          {t('measure.takePosition')}
        </Button>
      }
    >
      <Stack as="form" id={FORM} gap={4} onSubmit={submit}>
        {problem !== undefined && <Notice kind="error">{problem}</Notice>}
        <TextField
          label={t('maps.position')}
          help={t('measure.positionHelp')}
          placeholder="48.137400, 11.575500"
          value={text}
          onChange={setText}
          autoFocus
          problem={tried && !position ? t('measure.noPosition') : undefined}
        />
        <Button icon={LocateIcon} isPending={busy} onPress={() => void own()}>
          {t('measure.iAmThere')}
        </Button>
        {trouble !== undefined && <Notice kind="warning">{positionProblemText(t, trouble)}</Notice>}
      </Stack>
    </FormDialog>
  );
}
