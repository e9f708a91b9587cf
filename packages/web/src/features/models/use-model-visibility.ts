// Visibility in a model: hidden storeys, hidden or isolated elements, and the section height.
import type { ModelRow } from '@plumbline/core/site/rows/models';
import { useEffect, useState } from 'react';
import type { Element, ModelView } from './engine/model-view.ts';

/** Section height in metres above a floor, where windows and doors are. */
const CUT = 1.2;

export type ModelVisibility = {
  hiddenStoreys: ReadonlySet<number>;
  /** Some elements are hidden or isolated. */
  partial: boolean;
  /** Relative to the model's origin; undefined without a section. */
  cut: number | undefined;
  toggleStorey: (storey: number) => void;
  onlyStorey: (storey: number) => void;
  showAll: () => void;
  hide: (element: Element) => void;
  isolate: (elements: readonly Element[]) => void;
  setCut: (height: number | undefined) => void;
  /** Sets the section just above the floor of a storey. */
  cutAt: (storey: number) => void;
};

const ALL: ReadonlySet<number> = new Set();

export function useModelVisibility(
  view: ModelView | undefined,
  model: ModelRow | undefined,
  requested: number,
): ModelVisibility {
  const [hiddenStoreys, setHiddenStoreys] = useState(ALL);
  const [hidden, setHidden] = useState<readonly Element[]>([]);
  const [alone, setAlone] = useState<readonly Element[]>();
  const [cut, setCut] = useState<number>();
  const floorOf = (storey: number) => (model?.storeys[storey]?.elevation ?? 0) - (model?.origin[2] ?? 0);
  const others = (storey: number) =>
    new Set(Array.from({ length: (model?.storeys.length ?? 0) + 1 }, (_, i) => i).filter((i) => i !== storey));

  // biome-ignore lint/correctness/useExhaustiveDependencies: the storey in the URL is applied once the model is known
  useEffect(() => {
    if (model && requested >= 0) setCut(floorOf(requested) + CUT);
  }, [model?.id, requested]);
  useEffect(() => view?.hide(hiddenStoreys, hidden, alone), [view, hiddenStoreys, hidden, alone]);
  useEffect(() => view?.setCut(cut), [view, cut]);

  return {
    hiddenStoreys,
    partial: hidden.length > 0 || alone !== undefined,
    cut,
    toggleStorey: (storey) =>
      setHiddenStoreys((now) => {
        const next = new Set(now);
        if (!next.delete(storey)) next.add(storey);
        return next;
      }),
    onlyStorey: (storey) => {
      setAlone(undefined);
      setHiddenStoreys(others(storey));
    },
    showAll: () => {
      setHiddenStoreys(ALL);
      setHidden([]);
      setAlone(undefined);
    },
    hide: (element) => setHidden((now) => [...now, element]),
    isolate: setAlone,
    setCut,
    cutAt: (storey) => setCut(floorOf(storey) + CUT),
  };
}
