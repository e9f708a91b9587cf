// Chooses the map area for a plan: a frame over the map, search by address or coordinates, and the size always visible.

import { roundLength } from '@plumbline/core/features/maps/measure';
import { areaProblem } from '@plumbline/core/features/maps/rules';
import { type Area, areaSize, type Position } from '@plumbline/core/site/geometry/mercator';
import { metresText } from '@plumbline/locales/lengths';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useRow } from '../../local/use-rows.ts';
import { failureText, shownFailure } from '../../shared/data/shown-failure.ts';
import { FormDialog } from '../../shared/navigation/unsaved.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { SegmentedControl } from '../../ui/actions/segmented-control.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { Spinner } from '../../ui/feedback/spinner.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { AddIcon, LocateIcon, MinusIcon } from '../../ui/icons.tsx';
import { Box, Row, Stack, Toolbar } from '../../ui/layout/primitives.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { AreaMap } from './area-map.ts';
import { loadMapTile, requestMapPlan, useMapSource } from './map-calls.ts';
import { AddressSearch } from './place-search.tsx';
import { askPosition, type PositionProblem, positionProblemText } from './position.ts';
import './maps.css';
import './on-plan.css';

export type MapDialogProps = {
  projectId: string;
  parentId: string | null;
  isOpen: boolean;
  onClose: () => void;
  onMade: (planId: string) => void;
};

const SHAPES = ['landscape', 'square', 'portrait'] as const;
type Shape = (typeof SHAPES)[number];
const FORM = 'map-form';

export function MapDialog(props: MapDialogProps) {
  const { projectId, isOpen, onClose } = props;
  const t = useT();
  const source = useMapSource(projectId, isOpen);
  if (isOpen && source.data) return <Chooser {...props} source={source.data} />;
  return (
    <Dialog title={t('maps.choose')} size="extra-large" isOpen={isOpen} onClose={onClose}>
      {source.error ? (
        <ErrorView failure={shownFailure(t, source.error)} onRetry={() => void source.refetch()} />
      ) : (
        <Stack gap={0} center className="map-wait">
          <Spinner large />
        </Stack>
      )}
    </Dialog>
  );
}

type Source = NonNullable<ReturnType<typeof useMapSource>['data']>;

function Chooser({ projectId, parentId, isOpen, onClose, onMade, source }: MapDialogProps & { source: Source }) {
  const t = useT();
  const project = useRow('project', projectId);
  const [map, setMap] = useState<AreaMap | null>(null);
  const [area, setArea] = useState<Area | null>(null);
  const [shape, setShape] = useState<Shape>('landscape');
  const [name, setName] = useState('');
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [madeId, setMadeId] = useState<string>();
  const made = useRow('plan', madeId);
  const [locating, setLocating] = useState(false);
  const [trouble, setTrouble] = useState<PositionProblem | { text: string }>();
  const size = area && areaSize(area);
  const problem = area ? areaProblem(area) : 'too_big';

  // Start at the project's location, if one is set.
  const begun = useRef(false);
  const { latitude, longitude } = project ?? {};
  useEffect(() => {
    if (!map || begun.current || typeof latitude !== 'number' || typeof longitude !== 'number') return;
    begun.current = true;
    map.show({ lat: latitude, lon: longitude });
  }, [map, latitude, longitude]);

  // The screen of the plan would say that it does not exist until the plan has reached this device.
  useEffect(() => {
    if (made) onMade(made.id);
  }, [made, onMade]);

  const go = (to: Position) => {
    begun.current = true;
    map?.show(to);
  };
  const locate = async () => {
    setLocating(true);
    setTrouble(undefined);
    const found = await askPosition();
    setLocating(false);
    if (typeof found === 'string') setTrouble(found);
    else {
      map?.showOwn(found);
      go(found);
    }
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!area || problem || name.trim() === '') return;
    setBusy(true);
    const planId = crypto.randomUUID();
    try {
      await requestMapPlan(projectId, { planId, name: name.trim(), parentId, area });
      setMadeId(planId);
    } catch (error) {
      setTrouble({ text: failureText(t, error) });
      setBusy(false);
    }
  };

  return (
    <FormDialog
      isUnsaved={name.trim() !== ''}
      title={t('maps.choose')}
      detail={t('maps.chooseText')}
      size="extra-large"
      isOpen={isOpen}
      isBusy={busy}
      onClose={onClose}
      actions={
        <Row
          id={FORM}
          as="form"
          align="start"
          justify="end"
          grow
          className="map-foot"
          onSubmit={(event) => void submit(event)}
        >
          <TextField
            label={t('maps.name')}
            hideLabel
            placeholder={t('maps.name')}
            value={name}
            onChange={setName}
            maxLength={200}
            problem={tried && name.trim() === '' ? t('plan.nameNeeded') : undefined}
          />
          <Button onPress={onClose} isDisabled={busy}>
            {t('ui.cancel')}
          </Button>
          <Button kind="next" type="submit" isPending={busy} isDisabled={problem !== undefined}>
            {t('maps.create')}
          </Button>
        </Row>
      }
    >
      <Stack column gap={3} className="map-chooser">
        <Toolbar gap="2 4" justify="between">
          <AddressSearch projectId={projectId} addresses={source.addresses} onPlace={go} />
          <SegmentedControl
            label={t('maps.shape')}
            segments={SHAPES.map((id) => ({ id, label: t(`maps.shape.${id}`) }))}
            value={shape}
            onChange={setShape}
          />
        </Toolbar>
        <Box anchor grow corner="l" clip className="map-stage">
          <AreaCanvas
            projectId={projectId}
            source={source}
            shape={shape}
            grid={!source.tiles && size && !problem ? roundLength(size.widthM / 6) / size.widthM : undefined}
            onMap={setMap}
            onArea={setArea}
          />
          <div className="map-size" data-problem={problem ? '' : undefined} role="status">
            {size && problem !== 'too_big'
              ? t('maps.size', {
                  width: metresText(t, Math.round(size.widthM)),
                  height: metresText(t, Math.round(size.heightM)),
                })
              : size && Math.max(size.widthM, size.heightM) < 30_000
                ? t('maps.tooBigSize', {
                    width: metresText(t, Math.round(size.widthM)),
                    height: metresText(t, Math.round(size.heightM)),
                  })
                : t('maps.tooBig')}
            {problem === 'too_small' && ` · ${t('maps.tooSmall')}`}
          </div>
          <Stack at="auto 3 6 auto" className="map-buttons">
            <IconButton
              icon={LocateIcon}
              label={t('maps.toOwn')}
              kind="default"
              placement="left"
              isPending={locating}
              onPress={() => void locate()}
            />
            <IconButton
              icon={AddIcon}
              label={t('viewer.zoomIn')}
              kind="default"
              placement="left"
              onPress={() => map?.zoomBy(1)}
            />
            <IconButton
              icon={MinusIcon}
              label={t('viewer.zoomOut')}
              kind="default"
              placement="left"
              onPress={() => map?.zoomBy(-1)}
            />
          </Stack>
          <p className="map-credit">{source.tiles?.attribution ?? t('maps.worldCredit')}</p>
        </Box>
        {!source.tiles && <Notice>{t('maps.noSource')}</Notice>}
        {trouble !== undefined && (
          <Notice kind="error" onDismiss={() => setTrouble(undefined)}>
            {typeof trouble === 'string' ? positionProblemText(t, trouble) : trouble.text}
          </Notice>
        )}
      </Stack>
    </FormDialog>
  );
}

type CanvasProps = {
  projectId: string;
  source: Source;
  shape: Shape;
  /** Spacing of the grid lines, as a fraction of the frame's width. */
  grid: number | undefined;
  onMap: (map: AreaMap | null) => void;
  onArea: (area: Area | null) => void;
};

const STEP = 60;
const MOVES: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

function AreaCanvas({ projectId, source, shape, grid, onMap, onArea }: CanvasProps) {
  const t = useT();
  const host = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const map = useRef<AreaMap | null>(null);
  const maxZoom = source.tiles?.maxZoom;
  useEffect(() => {
    if (!host.current || !frame.current) return;
    const tiles =
      maxZoom === undefined
        ? null
        : { maxZoom, load: (z: number, x: number, y: number) => loadMapTile(projectId, z, x, y) };
    let reported = '';
    const made = new AreaMap(host.current, {
      tiles,
      frame: frame.current,
      onArea: (area) => {
        const now = JSON.stringify(area);
        if (now === reported) return;
        reported = now;
        onArea(area);
      },
    });
    map.current = made;
    onMap(made);
    const sized = new ResizeObserver(() => made.reshaped());
    sized.observe(frame.current);
    sized.observe(host.current);
    return () => {
      sized.disconnect();
      map.current = null;
      onMap(null);
      made.destroy();
    };
  }, [projectId, maxZoom, onMap, onArea]);
  return (
    <>
      <Box
        ref={host}
        at={0}
        className="map-canvas"
        role="application"
        aria-label={t('maps.canvas')}
        // Keys move and zoom the map.
        tabIndex={0}
        onKeyDown={(event) => {
          const move = MOVES[event.key];
          if (move) map.current?.panBy(...move);
          else if (event.key === '+' || event.key === '=') map.current?.zoomBy(0.5);
          else if (event.key === '-') map.current?.zoomBy(-0.5);
          else return;
          event.preventDefault();
        }}
      />
      <Stack gap={0} center at={0} through className="map-frame-room" aria-hidden="true">
        <div
          ref={frame}
          className="map-frame"
          data-shape={shape}
          data-grid={grid === undefined ? undefined : ''}
          style={{ '--map-step': `calc(${grid ?? 1} * min(100cqw, 100cqh * var(--map-ratio)))` } as React.CSSProperties}
        />
      </Stack>
    </>
  );
}
