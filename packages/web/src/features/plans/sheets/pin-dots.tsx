// Pins over compared or older sheets: at their position on the plan, with their numbers; only visible ones are
// rendered.

import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { PlanPoint } from '@plumbline/core/site/geometry/alignment';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { planAddress } from '../../../shared/navigation/addresses.ts';
import { NO_COLOUR } from '../../../shared/site/no-colour.ts';
import { PinMark } from '../../../ui/marks/pin-mark.tsx';
import { useT } from '../../../ui/translation.tsx';

const MAX_PINS = 300;

export type PinDotsProps = {
  projectId: string;
  pins: readonly PinInContext[];
  categories: ReadonlyMap<string, CategoryRow>;
  at: (point: PlanPoint) => { x: number; y: number };
};

export function PinDots({ projectId, pins, categories, at }: PinDotsProps) {
  const t = useT();
  const shown: { one: PinInContext; x: number; y: number }[] = [];
  for (const one of pins) {
    const { x, y } = one.pin;
    if (x === null || y === null || shown.length === MAX_PINS) continue;
    const spot = at({ x, y });
    if (spot.x < -30 || spot.y < -10 || spot.x > 4_000 || spot.y > 4_000) continue;
    shown.push({ one, ...spot });
  }
  return shown.map(({ one: { pin }, x, y }) => {
    const colour = (pin.categoryId === null ? undefined : categories.get(pin.categoryId)?.colour) ?? NO_COLOUR;
    const name = `${pin.number === null ? t('pin.unnumbered') : t('pin.numbered', { number: pin.number })} ${pin.title || t('pin.untitled')}`;
    return (
      <a
        key={pin.id}
        className="sheet-pin"
        style={{ left: x, top: y }}
        title={name}
        href={planAddress({ projectId, planId: pin.planId ?? '', viewType: 'split', pinId: pin.id })}
      >
        <PinMark colour={colour} status={pin.status} size={26} label={name} />
      </a>
    );
  });
}
