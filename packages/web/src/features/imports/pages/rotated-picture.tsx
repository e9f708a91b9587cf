// Page preview in its chosen rotation, with the rotate button.
import { combineRotations, type Rotation } from '@plumbline/core/site/geometry/rotation';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { RotateIcon, ZoomInIcon } from '../../../ui/icons.tsx';
import { Box, Row } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import './rotated-picture.css';

export function RotatedPicture({ src, turn: rotation }: { src: string; turn: Rotation }) {
  return (
    <Box as="span" at={0} clip className="turned-picture">
      <img src={src} alt="" draggable={false} data-turn={rotation} />
    </Box>
  );
}

type RotateToolsProps = {
  /** Display name of the page being rotated. */
  name: string;
  turn: Rotation;
  onTurn: (rotation: Rotation) => void;
  onEnlarge?: (() => void) | undefined;
};

/** Overlays the preview it belongs to. */
export function RotateTools({ name, turn: rotation, onTurn, onEnlarge }: RotateToolsProps) {
  const t = useT();
  return (
    <Row align="start" justify="between" through at="1 1 auto" className="turn-tools">
      <span role="status">{rotation !== 0 && t('viewer.rotation', { degrees: rotation })}</span>
      <Row gap={1}>
        {onEnlarge && (
          <IconButton icon={ZoomInIcon} label={t('import.enlarge', { name })} kind="default" onPress={onEnlarge} />
        )}
        <IconButton
          icon={RotateIcon}
          label={`${t('plan.rotateRight')}, ${name}`}
          kind="default"
          onPress={() => onTurn(combineRotations(rotation, 90))}
        />
      </Row>
    </Row>
  );
}
