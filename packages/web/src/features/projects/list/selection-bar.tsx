// Actions for all selected projects and folders; shown at the bottom of the screen while any are selected.
import { ChosenBar } from '../../../shared/batch/selection-bar.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { ArchiveIcon, MoveIcon, RestoreIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { ListRow } from './list-rows.ts';

type SelectionBarProps = {
  rows: readonly ListRow[];
  busy: boolean;
  /** Selects every row of the list; undefined when all are selected already. */
  onAll: (() => void) | undefined;
  total: number;
  onMove: (rows: readonly ListRow[]) => void;
  onSetActive: (rows: readonly ListRow[], active: boolean) => void;
  onClear: () => void;
};

export function SelectionBar({ rows, busy, onAll, total, onMove, onSetActive, onClear }: SelectionBarProps) {
  const t = useT();
  const projects = rows.filter((row) => row.kind === 'project');
  const inactive = projects.length > 0 && projects.every((row) => !row.project.active);
  const changes = projects.some(({ project }) => project.mayChange);
  return (
    <ChosenBar count={rows.length} onClear={onClear} low>
      {onAll && (
        <Button kind="quiet" onPress={onAll}>
          {t('organisation.chooseAll', { count: total })}
        </Button>
      )}
      <Button kind="quiet" icon={MoveIcon} isDisabled={busy} onPress={() => onMove(rows)}>
        {t('project.move')}
      </Button>
      {changes && (
        <Button
          kind="quiet"
          icon={inactive ? RestoreIcon : ArchiveIcon}
          isPending={busy}
          onPress={() => onSetActive(projects, inactive)}
        >
          {inactive ? t('project.reactivate') : t('project.setInactive')}
        </Button>
      )}
    </ChosenBar>
  );
}
