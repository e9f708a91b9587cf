// The marking or scale region that is chosen, with what can be done with it.

import { FOR_ALL, layerKey } from '@plumbline/core/features/maps/layers';
import type { ScaleRegion } from '@plumbline/core/site/rows/plans';
import { measuredText } from '@plumbline/locales/lengths';
import { inOneLine } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { CloseIcon, CopyIcon, DeleteIcon, EditIcon, GroupIcon, MeasureIcon } from '../../../ui/icons.tsx';
import { useT } from '../../../ui/translation.tsx';
import { ColourMenu } from './colour-menu.tsx';
import { scaleText } from './shapes.ts';
import type { DrawingState } from './use-drawing.tsx';

export const regionText = (t: Translator, { name, scale }: Pick<ScaleRegion, 'name' | 'scale'>): string =>
  inOneLine([name, scaleText(t, scale)]);

export function ChosenRegion({ state }: { state: DrawingState }) {
  const t = useT();
  const { region } = state;
  if (!region) return null;
  return (
    <div className="plan-note" role="status">
      <span>
        {regionText(t, region)}
        {region.proposed && ` · ${t('measure.regionProposed')}`}
      </span>
      {state.mayManage && (
        <>
          <Button size="s" icon={MeasureIcon} onPress={() => state.editRegion(region)}>
            {t('measure.setScale')}
          </Button>
          <Button size="s" icon={DeleteIcon} onPress={() => void state.removeRegion(region)}>
            {t('measure.remove')}
          </Button>
        </>
      )}
      <IconButton icon={CloseIcon} label={t('ui.close')} size="s" onPress={state.letGoOfRegion} />
    </div>
  );
}

export function ChosenMark({ state }: { state: DrawingState }) {
  const t = useT();
  const { layers, chosen: row } = state;
  if (!row) return null;
  const mayChange = state.mayChange(row);
  const words = inOneLine([t(`measure.tool.${row.kind}`), row.text], ': ');
  // A shared marking does not become private again: others may have it.
  const targets = mayChange
    ? [FOR_ALL, ...layers.named.map(({ id }) => id)].filter((key) => key !== layerKey(row) && layers.isOpen(key))
    : [];
  return (
    <div className="plan-note" role="status">
      <span>{inOneLine([words, measuredText(t, state.measuredChosen), layers.nameOf(layerKey(row))])}</span>
      {targets.length > 0 && (
        <Menu
          trigger={<IconButton icon={GroupIcon} size="s" label={t('measure.layerMove')} />}
          label={t('measure.layerMove')}
          groups={[
            {
              id: 'layers',
              heading: t('measure.layerMove'),
              entries: targets.map((key) => ({
                id: key,
                label: layers.nameOf(key),
                onAction: () => void layers.move(row, key),
              })),
            },
          ]}
        />
      )}
      {state.mayMark && (
        <IconButton icon={CopyIcon} size="s" label={t('measure.copyTo')} onPress={() => state.ask('copy')} />
      )}
      {mayChange && (row.kind === 'text' || row.kind === 'callout') && (
        <IconButton icon={EditIcon} size="s" label={t('measure.editText')} onPress={() => state.ask('words')} />
      )}
      {mayChange && (
        <ColourMenu size="s" colour={row.colour} onColour={(colour) => void state.change(row, { colour })} />
      )}
      {mayChange && (
        <Button size="s" icon={DeleteIcon} onPress={() => void state.remove(row)}>
          {t('measure.remove')}
        </Button>
      )}
      <IconButton icon={CloseIcon} label={t('ui.close')} size="s" onPress={state.letGo} />
    </div>
  );
}
