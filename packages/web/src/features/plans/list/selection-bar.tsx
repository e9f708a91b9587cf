// Actions for all selected entries; shown at the bottom of the screen while any are selected.
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { keepToastsAbove } from '../../../ui/feedback/above-bars.ts';
import { CloseIcon, EditIcon, HideIcon, MoveIcon, RetryIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { EntryActions } from './plan-menu.tsx';

export type SelectionBarProps = { rows: readonly PlanRow[]; actions: EntryActions; onClear: () => void };

export function SelectionBar({ rows, actions, onClear }: SelectionBarProps) {
  const t = useT();
  const [only, second] = rows;
  if (!only) return null;
  const inactive = rows.every((row) => !row.active);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a named toolbar
    <div
      className="selection-bar"
      ref={keepToastsAbove}
      role="group"
      aria-label={t('ui.selected', { count: rows.length })}
    >
      <IconButton icon={CloseIcon} label={t('ui.clearSelection')} onPress={onClear} />
      <span className="selection-count">{t('ui.selected', { count: rows.length })}</span>
      {second === undefined && (
        <Button kind="quiet" icon={EditIcon} onPress={() => actions.onRename(only)}>
          {t('plan.rename')}
        </Button>
      )}
      <Button kind="quiet" icon={MoveIcon} onPress={() => actions.onMove(rows)}>
        {t('plan.move')}
      </Button>
      <Button kind="quiet" icon={inactive ? RetryIcon : HideIcon} onPress={() => actions.onSetActive(rows, inactive)}>
        {inactive ? t('plan.reactivate') : t('plan.setInactive')}
      </Button>
    </div>
  );
}
