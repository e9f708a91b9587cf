// What the current drawing measures, at which scale, and how to go on.

import type { ScaleRegion } from '@plumbline/core/site/rows/plans';
import { measuredText } from '@plumbline/locales/lengths';
import { inOneLine } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import { CheckIcon, UndoIcon } from '../../../ui/icons.tsx';
import { Row, Text } from '../../../ui/layout/primitives.tsx';
import { useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { type Drawing, isMeasure, least } from './drawing.ts';
import { scaleText } from './shapes.ts';
import type { DrawingState } from './use-drawing.tsx';

const HINTS = {
  distance: 'hint.distance',
  area: 'hint.area',
  angle: 'hint.angle',
  count: 'hint.count',
  scale: 'hint.scale',
  line: 'hint.two',
  arrow: 'hint.two',
  rectangle: 'hint.two',
  cloud: 'hint.two',
  callout: 'hint.callout',
  freehand: 'hint.freehand',
  text: 'hint.text',
  region: 'hint.region',
  regionOutline: 'hint.regionOutline',
} as const satisfies Record<Exclude<Drawing, 'geo'>, string>;

const appliedText = (t: Translator, { ratio, region }: { ratio: number; region: ScaleRegion | undefined }): string =>
  inOneLine([region?.name, scaleText(t, ratio), region?.proposed ? t('measure.regionProposed') : '']);

export function Readout({ state }: { state: DrawingState }) {
  const t = useT();
  const touch = useMedia('(pointer: coarse)');
  const { drawing, draft, size, measured, applied } = state;
  if (!drawing) return null;
  const measures = isMeasure(drawing);
  if ((drawing === 'distance' || drawing === 'area') && !size && state.regions.length === 0) {
    return (
      <Row gap="1 3" justify="between" wrap ink={2} least="control" className="draw-words" role="status">
        <span>{state.mayManage ? t('measure.noScale') : t('measure.noScaleAsk')}</span>
        {state.mayManage && (
          <Button kind="brand" size="s" onPress={() => state.ask('scale')}>
            {t('measure.setScale')}
          </Button>
        )}
      </Row>
    );
  }
  // Touch users have no modifier key to hold down.
  const words =
    drawing === 'geo'
      ? t('measure.hint.geo', { which: state.pairs.length + 1 })
      : t(`measure.${touch && drawing === 'distance' ? 'hint.tap' : HINTS[drawing]}`);
  const problem = measured && 'problem' in measured ? measured.problem : undefined;
  const result = state.crosses ? '' : measuredText(t, measured);
  const hint = state.crosses ? t('measure.crosses') : problem === 'noScale' ? t('measure.outsideViews') : words;
  return (
    <Row gap="1 3" justify="between" wrap ink={2} least="control" className="draw-words" role="status">
      {result ? (
        <Row as="span" gap={2} wrap>
          <Text as="strong" size="l" ink={problem ? 'danger' : 1} weight="strong" figures>
            {result}
          </Text>
          {applied && <span>{appliedText(t, applied)}</span>}
        </Row>
      ) : (
        <Text as="span" {...((state.crosses || problem) && { ink: 'danger' })}>
          {hint}
        </Text>
      )}
      {(measures || drawing === 'regionOutline') && draft.points.length + draft.rings.length > 0 && (
        <Row as="span" gap={1}>
          <IconButton
            icon={UndoIcon}
            label={t('measure.undo')}
            size="s"
            onPress={() => state.onDraw({ kind: 'undo' })}
          />
          {!draft.done && draft.points.length >= least(drawing) && (
            <Button size="s" icon={CheckIcon} onPress={() => state.onDraw({ kind: 'finish' })}>
              {t('measure.done')}
            </Button>
          )}
          {draft.done && drawing === 'area' && (
            <Button size="s" onPress={state.cutOut}>
              {t('measure.cutOut')}
            </Button>
          )}
          {draft.done && measures && state.mayMark && (
            <Button size="s" onPress={() => void state.keep(drawing, state.rings)}>
              {t('measure.keep')}
            </Button>
          )}
        </Row>
      )}
    </Row>
  );
}
