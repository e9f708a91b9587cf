// Pins over the 3D view: real buttons that follow their positions while the camera moves.
import type { PinInContext } from '@plumbline/core/features/pins/filter';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { type RefObject, useEffect, useRef } from 'react';
import { NO_COLOUR } from '../../shared/site/no-colour.ts';
import { Box } from '../../ui/layout/primitives.tsx';
import { PinMark } from '../../ui/marks/pin-mark.tsx';
import { useT } from '../../ui/translation.tsx';
import type { Vec } from './engine/camera.ts';
import type { ModelView } from './engine/model-view.ts';

export type PlacedPin = { one: PinInContext; point: Vec; storey: number };

export type PinMarksProps = {
  pins: readonly PlacedPin[];
  hiddenStoreys: ReadonlySet<number>;
  /** Pins above this height are hidden together with the elements they are on. */
  cut: number | undefined;
  categories: ReadonlyMap<string, CategoryRow>;
  selectedId: string | undefined;
  onPin: (id: string) => void;
  view: ModelView | undefined;
  /** Set by this component, called after each frame. */
  project: RefObject<((project: (point: Vec) => { x: number; y: number } | undefined) => void) | undefined>;
  /** Set by this component, called when the camera comes to rest. */
  calm: RefObject<(() => void) | undefined>;
};

/** More buttons than this would be slow to move; the selected pin is always included. */
const MAX_MARKS = 400;
/**
 * Metres above the section height up to which pins stay, so that
 * those of the cut storey remain and the next one's are hidden.
 */
const ON_CUT = 1.7;
/** Open pins first, so that they are not the ones left out. */
const RANK = { open: 0, closed: 1, inactive: 2 } as const;

export function PinMarks({
  pins,
  hiddenStoreys,
  cut = Infinity,
  categories,
  selectedId,
  onPin,
  view,
  project,
  calm,
}: PinMarksProps) {
  const t = useT();
  const holder = useRef<HTMLDivElement>(null);
  const shown = pins
    .filter(
      ({ one, point, storey }) => (!hiddenStoreys.has(storey) && point[2] <= cut + ON_CUT) || one.pin.id === selectedId,
    )
    .sort((a, b) => rank(a, selectedId) - rank(b, selectedId))
    .slice(0, MAX_MARKS);
  const places = useRef(shown);
  places.current = shown;
  useEffect(() => {
    project.current = (toScreen) => {
      const marks = holder.current?.children;
      places.current.forEach(({ point }, i) => {
        const mark = marks?.[i] as HTMLElement | undefined;
        const at = toScreen(point);
        if (!mark) return;
        mark.style.visibility = at ? '' : 'hidden';
        if (at) mark.style.translate = `${at.x.toFixed(1)}px ${at.y.toFixed(1)}px`;
      });
    };
    calm.current = () => {
      const marks = holder.current?.children;
      // Pins behind walls are dimmed.
      places.current.forEach(({ point }, i) => {
        marks?.[i]?.toggleAttribute('data-behind', view?.isBehind(point) === true);
      });
    };
  }, [project, calm, view]);
  // New buttons get their position with the next frame.
  useEffect(() => view?.redraw());
  return (
    <Box at={0} through ref={holder}>
      {shown.map(({ one: { pin } }) => {
        const colour = (pin.categoryId === null ? undefined : categories.get(pin.categoryId)?.colour) ?? NO_COLOUR;
        const number = pin.number === null ? t('pin.unnumbered') : t('pin.numbered', { number: pin.number });
        const name = `${number} ${pin.title || t('pin.untitled')}`;
        return (
          <button
            key={pin.id}
            type="button"
            className="model-pin"
            title={name}
            data-selected={pin.id === selectedId ? '' : undefined}
            data-lost={pin.modelPosition?.lost ? '' : undefined}
            aria-pressed={pin.id === selectedId}
            onClick={() => onPin(pin.id)}
          >
            <PinMark colour={colour} status={pin.status} size={34} />
            <span className="ui-hidden">{name}</span>
          </button>
        );
      })}
    </Box>
  );
}

const rank = ({ one: { pin } }: PlacedPin, selectedId: string | undefined): number =>
  pin.id === selectedId ? -1 : RANK[pin.status];
