// Messages over the drawing: what the next click does, warnings, and tiles that failed to load.
import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { ReactNode } from 'react';
import { PlacingNote } from '../../../../shared/site/plan-notes.tsx';
import { Button } from '../../../../ui/actions/button.tsx';
import { Notice } from '../../../../ui/feedback/notice.tsx';
import { Stack } from '../../../../ui/layout/primitives.tsx';
import { useT } from '../../../../ui/translation.tsx';

/** What the next click on the drawing does. `move`: the selected pin moves there. */
export type Mode = 'select' | 'place' | 'move';

export type StageNotesProps = {
  mode: Mode;
  selected: PinRow | undefined;
  onStop: () => void;
  /** A message over the drawing, e.g. that it is being updated. */
  warning: string | undefined;
  /** Loads failed tiles again; undefined if none failed. */
  onRetry: (() => void) | undefined;
  /** Messages of other tools. */
  children: ReactNode;
};

export function StageNotes({ mode, selected, onStop, warning, onRetry, children }: StageNotesProps) {
  const t = useT();
  return (
    <Stack align="center" fluid through className="plan-notes">
      {children}
      {mode === 'place' && <PlacingNote words={t('plan.placeHint')} onStop={onStop} />}
      {mode === 'move' && (
        <PlacingNote
          words={t('plan.moveByTap', { pin: selected?.number ? `#${selected.number}` : (selected?.title ?? '') })}
          onStop={onStop}
        />
      )}
      {warning !== undefined && <Notice kind="warning">{warning}</Notice>}
      {onRetry && (
        <Notice
          kind="error"
          actions={
            <Button size="s" onPress={onRetry}>
              {t('ui.tryAgain')}
            </Button>
          }
        >
          {t('plan.tilesFailed')}
        </Notice>
      )}
    </Stack>
  );
}
