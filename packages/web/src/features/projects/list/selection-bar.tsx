// Actions for all selected projects and folders; shown at the bottom of the screen while any are selected.
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { keepToastsAbove } from '../../../ui/feedback/above-bars.ts';
import { ArchiveIcon, CloseIcon, MoveIcon, RestoreIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { ListRow } from './list-rows.ts';

type SelectionBarProps = {
  rows: readonly ListRow[];
  busy: boolean;
  onMove: (rows: readonly ListRow[]) => void;
  onSetActive: (rows: readonly ListRow[], active: boolean) => void;
  onClear: () => void;
};

export function SelectionBar({ rows, busy, onMove, onSetActive, onClear }: SelectionBarProps) {
  const t = useT();
  if (rows.length === 0) return null;
  const projects = rows.filter((row) => row.kind === 'project');
  const inactive = projects.length > 0 && projects.every((row) => !row.project.active);
  const changes = projects.some(({ project }) => project.mayChange);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a named toolbar
    <div
      className="project-selection"
      role="group"
      aria-label={t('ui.selected', { count: rows.length })}
      ref={keepToastsAbove}
    >
      <IconButton icon={CloseIcon} label={t('ui.clearSelection')} placement="top" onPress={onClear} />
      <span className="project-selection-count">{t('ui.selected', { count: rows.length })}</span>
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
    </div>
  );
}
