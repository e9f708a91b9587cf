// Slider for a level: drag, tap or arrow keys; the lowest position means no value.

import { useState } from 'react';
import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import './fields.css';

type LevelSliderProps = {
  label: string;
  hideLabel?: boolean | undefined;
  levels: readonly string[];
  value: number | null;
  onChange: (level: number | null) => void;
};

export function LevelSlider({ label, hideLabel, levels, value, onChange }: LevelSliderProps) {
  const t = useT();
  // The position while sliding, until a different value arrives from outside.
  const [moved, setMoved] = useState<{ to: number; from: number | null }>();
  const level = (moved?.from === value ? moved.to : value) ?? 0;
  return (
    <Slider
      className="level-slider"
      minValue={0}
      maxValue={levels.length}
      step={1}
      value={level}
      onChange={(to) => setMoved({ to: Number(to), from: value })}
      onChangeEnd={(to) => {
        setMoved({ to: Number(to), from: value });
        if (Number(to) !== (value ?? 0)) onChange(Number(to) === 0 ? null : Number(to));
      }}
    >
      <Row align="baseline" justify="between">
        <Label className={hideLabel ? 'ui-hidden' : 'ui-label'}>{label}</Label>
        <Text
          as="output"
          size="s"
          weight="medium"
          breaks
          className="level-slider-level"
          data-none={level === 0 ? '' : undefined}
        >
          {levels[level - 1] ?? t('field.noLevel')}
        </Text>
      </Row>
      <SliderTrack className="level-slider-track">
        <span className="level-slider-way">
          {levels.map((title, at) => (
            <i key={title + String(at)} data-on={at < level ? '' : undefined} />
          ))}
        </span>
        <SliderThumb className="level-slider-thumb" />
      </SliderTrack>
    </Slider>
  );
}
