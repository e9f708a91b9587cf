// Measuring and markup tools over the drawing, with the measured values below them.
import type { MarkupKind } from '@plumbline/core/site/rows/maps';
import { PIN_COLOURS, type PinColour } from '@plumbline/core/site/values/pin-colours';
import { measuredText } from '@plumbline/locales/lengths';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton, IconToggle } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import {
  AngleIcon,
  AreaIcon,
  ArrowMarkIcon,
  CalloutIcon,
  CheckIcon,
  CloseIcon,
  CloudMarkIcon,
  CountIcon,
  DeleteIcon,
  DrawIcon,
  type Icon,
  LineMarkIcon,
  ListIcon,
  MapAreaIcon,
  MeasureIcon,
  RectangleIcon,
  TextMarkIcon,
  UndoIcon,
} from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { type Drawing, isMeasure, least } from './drawing.ts';
import { ScaleDialog } from './scale-dialog.tsx';
import { PlaceDialog, WordsDialog } from './small-dialogs.tsx';
import type { DrawingState } from './use-drawing.tsx';
import '../on-plan.css';

const ICONS: Record<MarkupKind, Icon> = {
  distance: MeasureIcon,
  area: AreaIcon,
  angle: AngleIcon,
  count: CountIcon,
  arrow: ArrowMarkIcon,
  line: LineMarkIcon,
  rectangle: RectangleIcon,
  cloud: CloudMarkIcon,
  callout: CalloutIcon,
  freehand: DrawIcon,
  text: TextMarkIcon,
};
const MEASURES = ['distance', 'area', 'angle', 'count'] as const;
const MARKS = ['arrow', 'line', 'rectangle', 'cloud', 'callout', 'freehand', 'text'] as const;
/** Colours that can be told apart on any drawing. */
const COLOURS = ['Red', 'Orange', 'Green', 'Blue', 'Violet', 'DarkBrown'] as const satisfies readonly PinColour[];

export function DrawingPanel({ state }: { state: DrawingState }) {
  const t = useT();
  const { drawing, asking } = state;
  const tool = (kind: MarkupKind) => (
    <IconToggle
      key={kind}
      icon={ICONS[kind]}
      label={t(`measure.tool.${kind}`)}
      isSelected={drawing === kind}
      onChange={(on) => state.choose(on ? kind : undefined)}
    />
  );
  const [one, two] = state.spots;
  return (
    <>
      {state.open && (
        <Stack fluid gap={1} pad={1} shrink surface="raised" corner="l" role="toolbar" aria-label={t('measure.tools')}>
          <Row gap={0.5} justify="between" shrink className="draw-tools">
            <Row gap={0.5} align="stretch" shrink className="draw-scroll">
              {MEASURES.map(tool)}
              {state.mayMark && (
                <Row as="span" gap={0.5} className="draw-part">
                  {MARKS.map(tool)}
                </Row>
              )}
              {state.mayMark && (
                <Menu
                  trigger={
                    <Button kind="quiet" aria-label={t('measure.colour')}>
                      <span className="draw-colour" style={{ background: PIN_COLOURS[state.colour] }} />
                    </Button>
                  }
                  label={t('measure.colour')}
                  groups={[
                    {
                      id: 'colour',
                      entries: COLOURS.map((id) => ({
                        id,
                        label: t(`measure.colour.${id}`),
                        selected: id === state.colour,
                        onAction: () => state.setColour(id),
                      })),
                    },
                  ]}
                />
              )}
            </Row>
            <Row as="span" gap={0.5} className="draw-part">
              {((state.mayManage && !state.isMap) || state.markups.length > 0) && (
                <Menu
                  trigger={<IconButton icon={ListIcon} label={t('measure.more')} />}
                  label={t('measure.more')}
                  placement="bottom end"
                  groups={[
                    {
                      id: 'scale',
                      // A geo-map plan is created with scale and position.
                      entries:
                        state.mayManage && !state.isMap
                          ? [
                              {
                                id: 'scale',
                                label: t('measure.setScale'),
                                icon: MeasureIcon,
                                onAction: () => state.ask('scale'),
                              },
                              {
                                id: 'geo',
                                label: t('measure.putOnMap'),
                                icon: MapAreaIcon,
                                onAction: () => state.choose('geo'),
                              },
                            ]
                          : [],
                    },
                    {
                      id: 'kept',
                      heading: t('measure.marks', { count: state.markups.length }),
                      entries: state.markups.slice(0, 50).map((row) => ({
                        id: row.id,
                        label: row.text || t(`measure.tool.${row.kind}`),
                        icon: ICONS[row.kind],
                        onAction: () => state.show(row),
                      })),
                    },
                  ]}
                />
              )}
              <IconButton icon={CloseIcon} label={t('ui.close')} onPress={() => state.setOpen(false)} />
            </Row>
          </Row>
          <Readout state={state} />
        </Stack>
      )}
      {state.chosen && <ChosenMark state={state} />}
      {asking === 'scale' && (
        <ScaleDialog
          isOpen
          onClose={() => state.ask(undefined)}
          between={drawing === 'scale' && one && two ? [one, two] : undefined}
          plan={state.plan}
          present={state.scale}
          written={state.written}
          onPoint={() => {
            state.ask(undefined);
            state.choose('scale');
          }}
          onSet={async (size) => {
            const done = await state.setScale(size);
            if (done) state.ask(undefined);
            return done;
          }}
        />
      )}
      {asking === 'words' && (
        <WordsDialog
          onClose={() => state.ask(undefined)}
          onWrite={(text) => {
            const { rings } = state;
            state.ask(undefined);
            void state.keep(drawing === 'callout' ? drawing : 'text', rings, text);
          }}
        />
      )}
      {asking === 'position' && (
        <PlaceDialog
          which={state.pairs.length + 1}
          onClose={() => state.ask(undefined)}
          onPlace={(position) => void state.takePosition(position)}
          problem={state.misfit ? t('measure.misfit') : undefined}
        />
      )}
    </>
  );
}

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
} as const satisfies Record<Exclude<Drawing, 'geo'>, string>;

function Readout({ state }: { state: DrawingState }) {
  const t = useT();
  const touch = useMedia('(pointer: coarse)');
  const { drawing, draft, size } = state;
  if (!drawing) return null;
  const measures = isMeasure(drawing);
  if ((drawing === 'distance' || drawing === 'area') && !size) {
    return (
      <Row rowGap={1} gap={3} justify="between" wrap ink={2} className="draw-words" role="status">
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
  const result = state.crosses ? '' : measuredText(t, state.measured);
  return (
    <Row rowGap={1} gap={3} justify="between" wrap ink={2} className="draw-words" role="status">
      {result ? (
        <Text as="strong" size="l" ink={1} weight="strong" figures>
          {result}
        </Text>
      ) : (
        <Text as="span" {...(state.crosses && { ink: 'danger' })}>
          {state.crosses ? t('measure.crosses') : words}
        </Text>
      )}
      {measures && draft.points.length + draft.rings.length > 0 && (
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
          {draft.done && state.mayMark && (
            <Button size="s" onPress={() => void state.keep(drawing, state.rings)}>
              {t('measure.keep')}
            </Button>
          )}
        </Row>
      )}
    </Row>
  );
}

function ChosenMark({ state }: { state: DrawingState }) {
  const t = useT();
  const row = state.chosen;
  if (!row) return null;
  return (
    <div className="plan-note" role="status">
      <span>{[t(`measure.tool.${row.kind}`), row.text].filter(Boolean).join(': ')}</span>
      {state.mayRemove(row) && (
        <Button size="s" icon={DeleteIcon} onPress={() => void state.remove(row)}>
          {t('measure.remove')}
        </Button>
      )}
      <IconButton icon={CloseIcon} label={t('ui.close')} size="s" onPress={state.letGo} />
    </div>
  );
}
