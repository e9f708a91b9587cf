// Nudging the whole sheet: by buttons, or by arrows, brackets, comma and full stop.
import type { Similarity } from '@plumbline/core/site/geometry/alignment';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import {
  AddIcon,
  ChevronDownIcon,
  ChevronLeftIcon,
  ChevronRightIcon,
  ChevronUpIcon,
  MinusIcon,
  RedoIcon,
  UndoIcon,
} from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import type { View } from '../sheets/camera.ts';

export type NudgeAction = 'left' | 'right' | 'up' | 'down' | 'turnLeft' | 'turnRight' | 'larger' | 'smaller';

const ACTIONS = [
  ['left', ChevronLeftIcon, '←'],
  ['right', ChevronRightIcon, '→'],
  ['up', ChevronUpIcon, '↑'],
  ['down', ChevronDownIcon, '↓'],
  ['turnLeft', UndoIcon, '['],
  ['turnRight', RedoIcon, ']'],
  ['smaller', MinusIcon, ','],
  ['larger', AddIcon, '.'],
] as const;

export function Nudge({ onNudge }: { onNudge: (action: NudgeAction, large: boolean) => void }) {
  const t = useT();
  return (
    <div className="align-nudge" role="toolbar" aria-label={t('revisions.nudge')}>
      {ACTIONS.map(([action, icon, shortcut]) => (
        <IconButton
          key={action}
          icon={icon}
          label={t(`revisions.nudge.${action}`)}
          shortcut={shortcut}
          onPress={({ shiftKey }) => onNudge(action, shiftKey)}
        />
      ))}
    </div>
  );
}

const KEYS: Record<string, NudgeAction> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
  '[': 'turnLeft',
  ']': 'turnRight',
  '.': 'larger',
  ',': 'smaller',
};

export const nudgeFor = (key: string): NudgeAction | undefined => KEYS[key];

/**
 * The step in points of the plan, whose sheet is `widthPt` wide: a shift by screen pixels, or a rotation or scaling
 * about the centre of the view.
 */
export function similarityOf(action: NudgeAction, large: boolean, view: View, widthPt: number): Similarity {
  const shiftPt = ((large ? 10 : 1) / view.scale) * widthPt;
  const angle = (large ? 1 : 0.05) * (Math.PI / 180);
  const growth = large ? 1.01 : 1.0005;
  const shift = (dx: number, dy: number) => ({ scale: 1, angle: 0, dx, dy });
  const centre = { x: view.x * widthPt, y: view.y * widthPt };
  const about = (scale: number, turn: number) => ({
    scale,
    angle: turn,
    dx: centre.x - scale * (Math.cos(turn) * centre.x - Math.sin(turn) * centre.y),
    dy: centre.y - scale * (Math.sin(turn) * centre.x + Math.cos(turn) * centre.y),
  });
  switch (action) {
    case 'left':
      return shift(-shiftPt, 0);
    case 'right':
      return shift(shiftPt, 0);
    case 'up':
      return shift(0, -shiftPt);
    case 'down':
      return shift(0, shiftPt);
    case 'turnLeft':
      return about(1, -angle);
    case 'turnRight':
      return about(1, angle);
    case 'larger':
      return about(growth, 0);
    case 'smaller':
      return about(1 / growth, 0);
  }
}
