// Touch controls to nudge the whole sheet; the keyboard equivalents are arrows, brackets, comma and full stop.
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

export type NudgeWay = 'left' | 'right' | 'up' | 'down' | 'turnLeft' | 'turnRight' | 'larger' | 'smaller';

const WAYS = [
  ['left', ChevronLeftIcon, '←'],
  ['right', ChevronRightIcon, '→'],
  ['up', ChevronUpIcon, '↑'],
  ['down', ChevronDownIcon, '↓'],
  ['turnLeft', UndoIcon, '['],
  ['turnRight', RedoIcon, ']'],
  ['smaller', MinusIcon, ','],
  ['larger', AddIcon, '.'],
] as const;

export function Nudge({ onNudge }: { onNudge: (way: NudgeWay, large: boolean) => void }) {
  const t = useT();
  return (
    <div className="align-nudge" role="toolbar" aria-label={t('revisions.nudge')}>
      {WAYS.map(([way, icon, shortcut]) => (
        <IconButton
          key={way}
          icon={icon}
          label={t(`revisions.nudge.${way}`)}
          shortcut={shortcut}
          onPress={({ shiftKey }) => onNudge(way, shiftKey)}
        />
      ))}
    </div>
  );
}
