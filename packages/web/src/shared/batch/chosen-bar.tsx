// The bar of what can be done to all chosen rows at once; stands at the lower edge while some are chosen.
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';
import '../../ui/data/management-list.css';

export function ChosenBar({ count, onClear, children }: { count: number; onClear: () => void; children: ReactNode }) {
  const t = useT();
  if (count === 0) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; this is a bar of actions with a name
    <div className="users-bar" role="group" aria-label={t('ui.selected', { count })}>
      <IconButton icon={CloseIcon} label={t('ui.clearSelection')} placement="top" onPress={onClear} />
      <span className="users-bar-count ui-figures">{t('ui.selected', { count })}</span>
      {children}
    </div>
  );
}
