// The bar of actions for all selected rows; shown at the bottom while rows are selected.
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { CloseIcon } from '../../ui/icons.tsx';
import { Toolbar } from '../../ui/layout/primitives.tsx';
import { keepToastsAbove } from '../../ui/overlays/above-bars.ts';
import { useT } from '../../ui/translation.tsx';
import './selection-bar.css';

type ChosenBarProps = {
  count: number;
  onClear: () => void;
  /** At the very bottom on phones, where no other button is within reach of the thumb. */
  low?: boolean;
  children: ReactNode;
};

export function ChosenBar({ count, onClear, low = false, children }: ChosenBarProps) {
  const t = useT();
  if (count === 0) return null;
  return (
    <Toolbar
      gap={1}
      pad={2}
      surface="raised"
      corner="l"
      lift={2}
      className="chosen-bar"
      data-low={low || undefined}
      role="group"
      aria-label={t('ui.selected', { count })}
      ref={keepToastsAbove}
    >
      <IconButton icon={CloseIcon} label={t('ui.clearSelection')} placement="top" onPress={onClear} />
      <span className="chosen-count ui-figures">{t('ui.selected', { count })}</span>
      {children}
    </Toolbar>
  );
}
