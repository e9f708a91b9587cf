// Page preview in its chosen rotation, with the rotate button.
import { type Turn, turnedBy } from '@plumbline/core/site/geometry/rotation';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { RotateIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import './turned-picture.css';

export function TurnedPicture({ src, turn }: { src: string; turn: Turn }) {
  return (
    <span className="turned-picture">
      <img src={src} alt="" draggable={false} data-turn={turn} />
    </span>
  );
}

type TurnToolsProps = {
  /** Display name of the page being rotated. */
  name: string;
  turn: Turn;
  onTurn: (turn: Turn) => void;
};

/** Overlays the preview it belongs to. */
export function TurnTools({ name, turn, onTurn }: TurnToolsProps) {
  const t = useT();
  return (
    <div className="turn-tools">
      <span role="status">{turn !== 0 && t('viewer.rotation', { degrees: turn })}</span>
      <IconButton
        icon={RotateIcon}
        label={`${t('plan.rotateRight')}, ${name}`}
        kind="default"
        onPress={() => onTurn(turnedBy(turn, 90))}
      />
    </div>
  );
}
