// The actions for the selected rows of a list; at the bottom, within reach of the thumb.
import { type ReactNode, useEffect } from 'react';
import { Button } from '../actions/button.tsx';
import { IconButton } from '../actions/icon-button.tsx';
import { CloseIcon } from '../icons.tsx';
import { useFocusBack } from '../keep-focus.ts';
import { Row, Text } from '../layout/primitives.tsx';
import { keepToastsAbove } from '../overlays/above-bars.ts';
import { useT } from '../translation.tsx';
import './selection-bar.css';

export type SelectionBarProps = {
  /** The selection count in words. */
  words: string;
  count: number;
  total: number;
  onAll: () => void;
  onEnd: () => void;
  /** Buttons, the primary one last. */
  children: ReactNode;
};

export function SelectionBar({ words, count, total, onAll, onEnd, children }: SelectionBarProps) {
  const t = useT();
  const bar = useFocusBack<HTMLDivElement>();
  useEffect(() => keepToastsAbove(bar.current), [bar]);
  return (
    <Row wrap pad="2 3" fixed surface="raised" lift={2} className="ui-selection" ref={bar}>
      <IconButton icon={CloseIcon} label={t('pin.selectEnd')} placement="top" onPress={onEnd} />
      <Text grow weight="medium" nowrap className="ui-figures" aria-live="polite">
        {words}
      </Text>
      {count < total && (
        <Button kind="quiet" onPress={onAll}>
          {t('pin.selectAll', { count: total })}
        </Button>
      )}
      {children}
    </Row>
  );
}
