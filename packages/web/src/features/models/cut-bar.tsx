// Slider for the section height over the whole building, with a tap target for each storey.
import type { ModelDetails } from '@plumbline/core/features/models/contract';
import type { ModelRow } from '@plumbline/core/site/rows/models';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { ChevronDownIcon, ChevronUpIcon, CloseIcon } from '../../ui/icons.tsx';
import { Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import type { ModelVisibility } from './use-model-visibility.ts';

export type CutBarProps = { model: ModelRow; box: ModelDetails['box']; seen: ModelVisibility };

export function CutBar({ model, box, seen }: CutBarProps) {
  const t = useT();
  const [low, high] = [box.min[2] ?? 0, box.max[2] ?? 1];
  const cut = seen.cut ?? high;
  const floors = model.storeys.map((storey) => storey.elevation - model.origin[2]);
  const at = floors.findLastIndex((floor) => floor <= cut);
  const words = t('models.cutHeight', {
    height: t.number(Math.round((cut + model.origin[2]) * 100) / 100),
    storey: model.storeys[at]?.name ?? '',
  });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms; these controls change the view
    <div className="model-cut" role="group" aria-label={t('models.cut')}>
      <IconButton
        icon={ChevronDownIcon}
        label={t('models.storeyBelow')}
        size="s"
        isDisabled={at <= 0}
        onPress={() => seen.cutAt(at - 1)}
      />
      <Stack as="label" gap={0.5} shrink grow className="model-cut-slider">
        <Text size="s" ink={2} cut figures>
          {words}
        </Text>
        <input
          type="range"
          min={low}
          max={high}
          step={0.05}
          value={cut}
          aria-valuetext={words}
          onChange={(event) => seen.setCut(Number(event.target.value))}
        />
      </Stack>
      <IconButton
        icon={ChevronUpIcon}
        label={t('models.storeyAbove')}
        size="s"
        isDisabled={at >= floors.length - 1}
        onPress={() => seen.cutAt(at + 1)}
      />
      <IconButton icon={CloseIcon} label={t('models.noCut')} size="s" onPress={() => seen.setCut(undefined)} />
    </div>
  );
}
