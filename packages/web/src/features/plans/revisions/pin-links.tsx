// Pins of a plan by number and title, each a link to its place.

import type { PinRow } from '@plumbline/core/site/rows/pins';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { planAddress } from '../../../shared/navigation/addresses.ts';
import { NO_COLOUR } from '../../../shared/site/no-colour.ts';
import { Text } from '../../../ui/layout/primitives.tsx';
import { PinMark } from '../../../ui/marks/pin-mark.tsx';
import { useT } from '../../../ui/translation.tsx';
import './revisions.css';

export type PinLinksProps = {
  projectId: string;
  pins: readonly PinRow[];
  categories: ReadonlyMap<string, CategoryRow>;
};

export function PinLinks({ projectId, pins, categories }: PinLinksProps) {
  const t = useT();
  return (
    <ul className="pin-links">
      {pins.map((pin) => (
        <li key={pin.id}>
          <a href={planAddress({ projectId, planId: pin.planId ?? '', viewType: 'split', pinId: pin.id })}>
            <PinMark
              colour={(pin.categoryId === null ? undefined : categories.get(pin.categoryId)?.colour) ?? NO_COLOUR}
              status={pin.status}
              size={18}
            />
            <span>{pin.number === null ? t('pin.unnumbered') : t('pin.numbered', { number: pin.number })}</span>
            <Text cut className="pin-link-title">
              {pin.title || t('pin.untitled')}
            </Text>
          </a>
        </li>
      ))}
    </ul>
  );
}
