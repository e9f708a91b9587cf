// Slider for a level: drag, tap or arrow keys; the lowest position means no value. Steps made with keys are saved on
// leaving the slider.

import { useRef } from 'react';
import { Label, Slider, SliderThumb, SliderTrack } from 'react-aria-components';
import { Row, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import './fields.css';
import { useBufferedValue } from './use-buffered-value.ts';

type LevelSliderProps = {
  label: string;
  hideLabel?: boolean | undefined;
  levels: readonly string[];
  value: number | null;
  onChange: (level: number | null) => void;
};

export function LevelSlider({ label, hideLabel, levels, value, onChange }: LevelSliderProps) {
  const t = useT();
  const held = useBufferedValue(value, (level) => onChange(typeof level === 'number' ? level : null));
  const byKey = useRef(false);
  const level = typeof held.value === 'number' ? held.value : 0;
  const levelAt = (to: number | number[]) => (Number(to) === 0 ? null : Number(to));
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: observes the slider inside
    <div
      onKeyDownCapture={() => {
        byKey.current = true;
      }}
      onPointerDownCapture={() => {
        byKey.current = false;
      }}
      onBlur={held.onBlur}
    >
      <Slider
        className="level-slider"
        minValue={0}
        maxValue={levels.length}
        step={1}
        value={level}
        onChange={(to) => held.change(levelAt(to))}
        onChangeEnd={(to) => (byKey.current ? held.change(levelAt(to)) : held.now(levelAt(to)))}
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
    </div>
  );
}
