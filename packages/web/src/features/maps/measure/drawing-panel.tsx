// Measuring and markup tools over the drawing, with the measured values below them.
import type { MarkupKind } from '@plumbline/core/site/rows/maps';
import { IconButton, IconToggle } from '../../../ui/actions/icon-button.tsx';
import { CloseIcon, SnapIcon } from '../../../ui/icons.tsx';
import { later } from '../../../ui/later.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { ChosenMark, ChosenRegion } from './chosen-notes.tsx';
import { ColourMenu } from './colour-menu.tsx';
import { ScaleDialog } from './dialogs/scale-dialog.tsx';
import { PlaceDialog, WordsDialog } from './dialogs/small-dialogs.tsx';
import { MARKUP_ICONS } from './markup-icons.ts';
import { MoreMenu } from './more-menu.tsx';
import { Readout } from './readout.tsx';
import type { DrawingState } from './use-drawing.tsx';
import { useSnapping } from './use-snapping.ts';
import '../on-plan.css';

const LayersDialog = later(() => import('./dialogs/layers-dialog.tsx').then((its) => its.LayersDialog));
const CopyDialog = later(() => import('./dialogs/copy-dialog.tsx').then((its) => its.CopyDialog));

const MEASURES = ['distance', 'area', 'angle', 'count'] as const;
const MARKS = ['arrow', 'line', 'rectangle', 'cloud', 'callout', 'freehand', 'text'] as const;

export function DrawingPanel({ state }: { state: DrawingState }) {
  const t = useT();
  const { drawing, asking } = state;
  const touch = useMedia('(pointer: coarse)');
  const snapping = useSnapping(state);
  const tool = (kind: MarkupKind) => (
    <IconToggle
      key={kind}
      icon={MARKUP_ICONS[kind]}
      label={t(`measure.tool.${kind}`)}
      isSelected={drawing === kind}
      onChange={(on) => state.choose(on ? kind : undefined)}
    />
  );
  const { scaled } = state;
  const [one, two] = scaled.points;
  return (
    <>
      {state.open && (
        <Stack
          fluid
          gap={1}
          pad={1}
          shrink
          surface="raised"
          corner="l"
          className="draw-panel"
          role="toolbar"
          aria-label={t('measure.tools')}
        >
          <Row gap={0.5} justify="between" shrink>
            <Row gap={0.5} align="stretch" shrink scroll="x" className="draw-scroll">
              {MEASURES.map(tool)}
              {state.mayMark && (
                <Row as="span" gap={0.5} className="draw-part">
                  {MARKS.map(tool)}
                </Row>
              )}
              {state.mayMark && <ColourMenu colour={state.colour} onColour={state.setColour} />}
              {snapping && (
                <IconToggle
                  icon={SnapIcon}
                  label={t(touch ? 'measure.snap' : 'measure.snapAlt')}
                  isSelected={snapping.on}
                  onChange={snapping.setOn}
                />
              )}
            </Row>
            <Row as="span" gap={0.5} className="draw-part">
              <MoreMenu state={state} />
              <IconButton icon={CloseIcon} label={t('ui.close')} onPress={() => state.setOpen(false)} />
            </Row>
          </Row>
          <Readout state={state} />
        </Stack>
      )}
      {state.chosen && <ChosenMark state={state} />}
      {state.region && <ChosenRegion state={state} />}
      {asking === 'scale' && (
        <ScaleDialog
          isOpen
          onClose={() => state.ask(undefined)}
          between={drawing === 'scale' && one && two ? [one, two] : undefined}
          sheet={scaled.sheet}
          name={scaled.region?.name}
          onName={scaled.onName}
          present={state.scale}
          written={state.written}
          onPoint={state.measureScale}
          onSet={async (size) => {
            const done = await state.setScale(size);
            if (done) state.ask(undefined);
            return done;
          }}
        />
      )}
      {asking === 'words' && (
        <WordsDialog
          text={state.chosen?.text}
          onClose={() => state.ask(undefined)}
          onWrite={(text) => {
            const { rings, chosen } = state;
            state.ask(undefined);
            if (chosen) void state.change(chosen, { text });
            else void state.keep(drawing === 'callout' ? drawing : 'text', rings, text);
          }}
        />
      )}
      {asking === 'layers' && (
        <LayersDialog layers={state.layers} mayDraw={state.mayMark} onClose={() => state.ask(undefined)} />
      )}
      {asking === 'copy' && (
        <CopyDialog
          projectId={state.projectId}
          revision={state.revision}
          markups={state.markups}
          chosenIds={state.chosen ? [state.chosen.id] : []}
          onClose={() => state.ask(undefined)}
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
