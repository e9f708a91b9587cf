// The level of a rating as a row of buttons; the first clears it.
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx';
import { useT } from '../../ui/translation.tsx';
import { levelWords, type RatingScale, scaleTitle } from './rating-labels.ts';
import './panel/pin-panel.css';

type RatingInputProps = {
  scale: RatingScale;
  /** 0 for none. */
  level: number;
  onChange: (level: number) => void;
};

export function RatingInput({ scale, level, onChange }: RatingInputProps) {
  const t = useT();
  // Short names fit on the buttons; of longer ones, that of the chosen level is shown above.
  const named = scale.levels.every(Boolean) && scale.levels.join('').length <= 24;
  return (
    <div className="pin-field">
      <span className="ui-label">
        {scaleTitle(t, scale)}
        {level > 0 && !named && <span className="ui-label-optional">{levelWords(t, scale, level)}</span>}
      </span>
      <SegmentedControl
        label={scaleTitle(t, scale)}
        value={String(level)}
        segments={[
          { id: '0', label: '–' },
          ...scale.levels.map((level, at) => ({ id: `${at + 1}`, label: (named && level) || `${at + 1}` })),
        ]}
        onChange={(id) => onChange(Number(id))}
      />
    </div>
  );
}
