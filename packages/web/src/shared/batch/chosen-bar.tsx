// The bar of actions for all selected rows; shown at the bottom while rows are selected.
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import '../../ui/data/management-list.css';

export function ChosenBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  const t = useT();
  if (count === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a named bar of actions
    <div className="users-bar" role="group" aria-label={t('ui.selected', { count })}>
      <IconButton icon={CloseIcon} label={t('ui.clearSelection')} placement="top" onPress={onClear} />
      <span className="users-bar-count ui-figures">{t('ui.selected', { count })}</span>
      {children}
    </div>
  );
}
