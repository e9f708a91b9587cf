// Full-screen drawing on a photo, a plan or paper. Returns the
// marks and a flattened picture; the background is never changed.
import type { Mark } from '@plumbline/core/site/values/sketch';
import { MARK_COLOURS } from '@plumbline/core/site/values/sketch';
import { useEffect, useState } from 'react';
import { Dialog, Modal, ModalOverlay, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { Button } from '../../../ui/actions/button.tsx';
import { IconButton, IconToggle } from '../../../ui/actions/icon-button.tsx';
import { Menu } from '../../../ui/actions/menu.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { TextField } from '../../../ui/fields/text-field.tsx';
import {
  CloseIcon,
  DeleteIcon,
  FitIcon,
  MoreIcon,
  RedoIcon,
  UndoIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from '../../../ui/icons.tsx';
import { Row, Stack, Text } from '../../../ui/layout/primitives.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useT } from '../../../ui/translation.tsx';
import { COLOURS, flatten, type SketchBackground } from './paint.ts';
import { Surface, type Zooming } from './surface.tsx';
import { TOOL_APPEARANCE, TOOLS, WEIGHTS } from './tools.ts';
import { type BoardState, useBoard } from './use-board.ts';
import '../../../shared/media/media.css';
import './sketch.css';

/** The result: marks in pixels of the background, with its size and the flattened picture. */
export type Drawing = { marks: Mark[]; width: number; height: number; flat: Blob };

export type SketchEditorProps = {
  /** Loads the background; called once. */
  background: () => Promise<SketchBackground>;
  marks: readonly Mark[];
  /** PNG keeps lines on paper sharp, JPEG keeps photos small. */
  mime: 'image/jpeg' | 'image/png';
  onSave: (drawing: Drawing, ground: SketchBackground) => Promise<void>;
  /** Removes the whole drawing and keeps the picture; undefined when there is no picture to keep. */
  onRemove?: (() => void) | undefined;
  onClose: () => void;
};

export function SketchEditor(props: SketchEditorProps) {
  const { onClose } = props;
  const t = useT();
  const [ground, setGround] = useState<SketchBackground | 'failed'>();
  const [changed, setChanged] = useState(false);
  const [asking, setAsking] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: loaded once, regardless of re-renders
  useEffect(() => {
    let left = false;
    props.background().then(
      (loaded) => left || setGround(loaded),
      () => left || setGround('failed'),
    );
    return () => {
      left = true;
    };
  }, []);
  const leave = () => (changed ? setAsking(true) : onClose());
  return (
    <ModalOverlay
      className="media-overlay"
      isOpen
      isKeyboardDismissDisabled={changed}
      onOpenChange={(open) => {
        if (!open) leave();
      }}
    >
      <Modal className="media-full">
        <Dialog className="media-full" aria-label={t('media.sketch.title')}>
          {ground === undefined || ground === 'failed' ? (
            <div className="media-full media-dark sketch-stage">
              <Row className="sketch-bar">
                <IconButton icon={CloseIcon} label={t('media.close')} autoFocus onPress={onClose} />
              </Row>
              <Stack gap={0} center centered pad={6}>
                {ground === 'failed' ? <p>{t('media.sketch.noGround')}</p> : <Spinner />}
              </Stack>
            </div>
          ) : (
            <Stage {...props} background={ground} onChanged={setChanged} onLeave={leave} />
          )}
        </Dialog>
      </Modal>
      <ConfirmDialog
        isOpen={asking}
        title={t('media.sketch.discardTitle')}
        confirm={t('media.sketch.discard')}
        danger
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      >
        {t('media.sketch.discardText')}
      </ConfirmDialog>
    </ModalOverlay>
  );
}

type StageProps = Omit<SketchEditorProps, 'background' | 'onClose'> & {
  background: SketchBackground;
  onChanged: (changed: boolean) => void;
  onLeave: () => void;
};

/** Drops empty texts. */
const finished = (marks: readonly Mark[]): Mark[] =>
  marks.flatMap((mark): Mark[] => {
    if (mark.kind !== 'text') return [mark];
    const text = mark.text.trim();
    return text === '' ? [] : [{ ...mark, text }];
  });

function Stage({ background, marks, mime, onSave, onRemove, onChanged, onLeave }: StageProps) {
  const t = useT();
  const hand = useBoard(background, marks);
  const [zooming, setZooming] = useState<Zooming>();
  const [busy, setBusy] = useState(false);
  const { board } = hand;
  const isChanged = board.past.length > 0;
  useEffect(() => onChanged(isChanged), [onChanged, isChanged]);
  const drawn = finished(board.marks);

  const save = async () => {
    if (drawn.length === 0 || busy) return;
    setBusy(true);
    try {
      const flat = await flatten(background, drawn, mime);
      await onSave({ marks: drawn, width: background.width, height: background.height, flat }, background);
    } finally {
      setBusy(false);
    }
  };

  return (
    <div className="media-full media-dark sketch-stage">
      <Row wrap justify="end" className="sketch-bar">
        <IconButton icon={CloseIcon} label={t('media.cancel')} shortcut="Esc" onPress={onLeave} />
        <Row as="span" gap={1} justify="center" grow>
          <IconButton
            icon={UndoIcon}
            label={t('media.sketch.undo')}
            shortcut="Ctrl Z"
            isDisabled={board.past.length === 0}
            onPress={hand.undo}
          />
          <IconButton
            icon={RedoIcon}
            label={t('media.sketch.redo')}
            shortcut="Ctrl Y"
            isDisabled={board.future.length === 0}
            onPress={hand.redo}
          />
          <span className="sketch-zoom">
            <IconButton
              icon={ZoomOutIcon}
              label={t('media.zoomOut')}
              shortcut="-"
              onPress={() => setZooming({ factor: 1 / 1.4 })}
            />
            <IconButton
              icon={ZoomInIcon}
              label={t('media.zoomIn')}
              shortcut="+"
              onPress={() => setZooming({ factor: 1.4 })}
            />
          </span>
          <IconButton
            icon={FitIcon}
            label={t('media.sketch.whole')}
            shortcut="0"
            onPress={() => setZooming({ whole: true })}
          />
          <IconButton
            icon={DeleteIcon}
            label={t('media.sketch.delete')}
            shortcut="Del"
            isDisabled={!hand.selected}
            onPress={hand.remove}
          />
        </Row>
        {onRemove && (
          <Menu
            label={t('media.sketch.more')}
            placement="bottom end"
            trigger={<IconButton icon={MoreIcon} label={t('media.sketch.more')} />}
            groups={[
              {
                id: 'remove',
                entries: [
                  {
                    id: 'remove',
                    label: t('media.sketch.removeAll'),
                    icon: DeleteIcon,
                    danger: true,
                    onAction: onRemove,
                  },
                ],
              },
            ]}
          />
        )}
        <Button kind="next" isPending={busy} isDisabled={drawn.length === 0} onPress={() => void save()}>
          {t('media.sketch.done')}
        </Button>
      </Row>
      <Surface background={background} hand={hand} zooming={zooming} onDone={() => void save()} />
      <Stack fluid gap={1} align="center" className="sketch-tools">
        <Looks hand={hand} />
        <Row gap={0.5} align="stretch" className="sketch-kinds" role="toolbar" aria-label={t('media.sketch.tools')}>
          {TOOLS.map((tool) => (
            <IconToggle
              key={tool}
              icon={TOOL_APPEARANCE[tool].icon}
              label={t(TOOL_APPEARANCE[tool].label)}
              shortcut={TOOL_APPEARANCE[tool].key.toUpperCase()}
              placement="top"
              isSelected={hand.tool === tool}
              onChange={() => hand.choose(tool)}
            />
          ))}
        </Row>
      </Stack>
    </div>
  );
}

/** Colours and line weights; for a selected text, its input. */
function Looks({ hand }: { hand: BoardState }) {
  const t = useT();
  const { selected } = hand;
  return (
    <Row gap="2 4" justify="center" wrap least="control" className="sketch-looks">
      {selected?.kind === 'text' && (
        <div className="sketch-words">
          <TextField
            key={selected.id}
            label={t('media.sketch.words')}
            hideLabel
            placeholder={t('media.sketch.words')}
            value={selected.text}
            maxLength={500}
            autoFocus
            onChange={(text) => hand.reword(selected.id, text)}
            onKeyDown={(event) => {
              if (event.key === 'Enter') hand.select(null);
            }}
          />
        </div>
      )}
      {(hand.tool !== 'blur' || selected) && selected?.kind !== 'blur' ? (
        <>
          <Row
            as={ToggleButtonGroup}
            gap={0}
            aria-label={t('media.sketch.colour')}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[hand.colour]}
            onSelectionChange={(keys) => {
              const chosen = MARK_COLOURS.find((markColour) => keys.has(markColour));
              if (chosen) hand.paintIn(chosen);
            }}
          >
            {MARK_COLOURS.map((colour) => (
              <ToggleButton
                key={colour}
                id={colour}
                className="sketch-colour"
                aria-label={t(`media.sketch.colour.${colour}`)}
              >
                <span style={{ background: COLOURS[colour] }} />
              </ToggleButton>
            ))}
          </Row>
          <Row
            as={ToggleButtonGroup}
            gap={0}
            aria-label={t('media.sketch.weight')}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[hand.weight]}
            onSelectionChange={(keys) => {
              const chosen = WEIGHTS.find((weight) => keys.has(weight));
              if (chosen) hand.weigh(chosen);
            }}
          >
            {WEIGHTS.map((weight) => (
              <ToggleButton
                key={weight}
                id={weight}
                className="sketch-weight"
                data-weight={weight}
                aria-label={t(`media.sketch.weight.${weight}`)}
              >
                <span />
              </ToggleButton>
            ))}
          </Row>
        </>
      ) : (
        <Text as="p" size="s" ink={2} centered>
          {t('media.sketch.blurHint')}
        </Text>
      )}
    </Row>
  );
}
