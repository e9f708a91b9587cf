// The checkbox in a corner of a tile.
import { useRef } from 'react';
import { useT } from '../translation.tsx';
import { Checkbox } from './checkbox.tsx';
import './tile-pick.css';

type TilePickProps = { name: string; isSelected: boolean; onToggle: (extend: boolean) => void };

/** Names the tile for screen readers. `onToggle` is told whether Shift was held, which selects all in between. */
export function TilePick({ name, isSelected, onToggle }: TilePickProps) {
  const t = useT();
  const shift = useRef(false);
  return (
    <span
      className="ui-tile-pick"
      onPointerDownCapture={(event) => {
        shift.current = event.shiftKey;
      }}
    >
      <Checkbox
        aria-label={t('ui.selectNamed', { name })}
        isSelected={isSelected}
        onChange={() => {
          onToggle(shift.current);
          shift.current = false;
        }}
      />
    </span>
  );
}
