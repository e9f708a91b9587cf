// Short notes over the drawing: what the next tap does, what is under the pointer, pins at the same position.
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { CloseIcon, IconMark, NewPinIcon } from '../../ui/icons.tsx';
import { Text } from '../../ui/layout/primitives.tsx';
import { PinMark } from '../../ui/marks/pin-mark.tsx';
import { useT } from '../../ui/translation.tsx';
import type { Point } from '../../viewer/camera/geometry.ts';
import { NO_COLOUR } from './no-colour.ts';

export function PlacingNote({ words, onStop }: { words: string; onStop: () => void }) {
  const t = useT();
  return (
    <div className="plan-note" role="status">
      <IconMark icon={NewPinIcon} />
      <span>{words}</span>
      <Button size="s" onPress={onStop}>
        {t('plan.stopPlacing')}
      </Button>
    </div>
  );
}

type MarkedPin = { one: PinInContext; categories: ReadonlyMap<string, CategoryRow> };

function PinCaption({ one: { pin }, categories }: MarkedPin) {
  const t = useT();
  const category = pin.categoryId === null ? undefined : categories.get(pin.categoryId);
  return (
    <>
      <PinMark colour={category?.colour ?? NO_COLOUR} status={pin.status} size={20} />
      <Text fixed weight="medium" figures>
        {pin.number === null ? t('pin.unnumbered') : t('pin.numbered', { number: pin.number })}
      </Text>
      <Text ink={2} cut>
        {pin.title || t('pin.untitled')}
      </Text>
    </>
  );
}

/** Shown next to the pin under the mouse. */
export function HoverNote({ at, one, categories }: MarkedPin & { at: Point }) {
  return (
    <div className="plan-hover" aria-hidden="true" style={{ left: at.x, top: at.y }}>
      <PinCaption one={one} categories={categories} />
    </div>
  );
}

export type PinGroupProps = {
  at: Point;
  pins: readonly PinInContext[];
  categories: ReadonlyMap<string, CategoryRow>;
  onOpen: (pinId: string) => void;
  onClose: () => void;
};

/** Pins so close together that no zoom level separates them. */
export function PinGroup({ at, pins, categories, onOpen, onClose }: PinGroupProps) {
  const t = useT();
  return (
    <section
      className="plan-heap"
      aria-label={t('plan.heap', { count: pins.length })}
      style={{ left: at.x, top: at.y }}
    >
      <header>
        <span>{t('plan.heap', { count: pins.length })}</span>
        <IconButton icon={CloseIcon} label={t('ui.close')} size="s" onPress={onClose} />
      </header>
      <ul>
        {pins.map((one) => (
          <li key={one.pin.id}>
            <button type="button" className="ui-pressable" onClick={() => onOpen(one.pin.id)}>
              <PinCaption one={one} categories={categories} />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
