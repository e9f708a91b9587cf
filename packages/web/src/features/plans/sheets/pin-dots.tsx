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
  const visible: { one: PinInContext; x: number; y: number }[] = [];
  for (const one of pins) {
    const { x, y } = one.pin;
    if (x === null || y === null || visible.length === MAX_PINS) continue;
    const point = at({ x, y });
    if (point.x < -30 || point.y < -10 || point.x > 4_000 || point.y > 4_000) continue;
    visible.push({ one, ...point });
  }
  return visible.map(({ one: { pin }, x, y }) => {
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
