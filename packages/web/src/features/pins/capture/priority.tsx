// The priority of a captured pin in one tap, where the project rates it.
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { useRow } from '../../../local/use-rows.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { useT } from '../../../ui/translation.tsx';
import { levelWords, scaleTitle } from '../rating-labels.ts';
import { ChoiceRow } from './choice-row.tsx';

/** The scale that new projects have, whatever its title. */
const SCALE = 'priority';

export function Priority({ pin }: { pin: PinRow }) {
  const t = useT();
  const act = useAct(pin.projectId);
  const scale = useRow('project', pin.projectId)?.ratings.find(({ id }) => id === SCALE);
  if (!scale) return null;
  const level = pin.ratings[SCALE] ?? 0;
  return (
    <ChoiceRow
      label={scaleTitle(t, scale)}
      value={level === 0 ? null : String(level)}
      onChange={(id) => void act('pin.update', { id: pin.id, set: { ratings: { [SCALE]: Number(id ?? 0) } } })}
      choices={scale.levels.map((_, at) => ({
        id: String(at + 1),
        label: levelWords(t, scale, at + 1),
        mark: null,
      }))}
    />
  );
}
