// Actions for all selected entries; shown at the bottom of the screen while any are selected.
import type { PlanRow } from '@plumbline/core/site/rows/plans';
import { ChosenBar } from '../../../shared/batch/selection-bar.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { EditIcon, HideIcon, MoveIcon, RetryIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { EntryActions } from './plan-menu.tsx';

export type SelectionBarProps = { rows: readonly PlanRow[]; actions: EntryActions; onClear: () => void };

export function SelectionBar({ rows, actions, onClear }: SelectionBarProps) {
  const t = useT();
  const [only, second] = rows;
  if (!only) return null;
  const inactive = rows.every((row) => !row.active);
  return (
    <ChosenBar count={rows.length} onClear={onClear} low>
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
    </ChosenBar>
  );
}
