// Full-screen photo viewer: arrow keys and swipes navigate, wheel, pinch and double-click zoom, Escape closes.
import type { PostFile, PostRow } from '@plumbline/core/site/rows/media';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { Dialog, Modal, ModalOverlay } from 'react-aria-components';
import { useRow } from '../../../local/use-rows.ts';
import { OfferMedia } from '../../../shared/media/offer-media.tsx';
import { isVideoWithPoster } from '../../../shared/media/photos.ts';
import { Picture } from '../../../shared/media/picture.tsx';
import { useMediaUrl } from '../../../shared/media/use-media-url.ts';
import { IconButton } from '../../../ui/actions/icon-button.tsx';
import {
  ChevronLeftIcon,
  ChevronRightIcon,
  CloseIcon,
  DownloadIcon,
  DrawIcon,
  EditIcon,
  PhotoIcon,
  ZoomInIcon,
  ZoomOutIcon,
} from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { VideoPlayer } from './video-player.tsx';
import { INITIAL_ZOOM, withinFrame, type Zoom, zoomAt } from './zoom.ts';
import './photo-viewer.css';

export type ShownPhoto = { post: PostRow; file: PostFile };

export type PhotoViewerProps = {
  projectId: string;
  photos: readonly ShownPhoto[];
  /** The blob shown; null closes the viewer. */
  blobId: string | null;
  onShow: (blobId: string | null) => void;
  /** Rendered below the photo, e.g. its caption and who took it. */
  words: (photo: ShownPhoto) => ReactNode;
  /** Opens the photo for drawing; undefined when the user may not draw. */
  onDraw?: ((photo: ShownPhoto) => void) | undefined;
};

/** Horizontal drag in pixels that counts as a swipe. */
const SWIPE = 60;
const DOUBLE = 2.5;

export function PhotoViewer({ projectId, photos, blobId, onShow, words, onDraw }: PhotoViewerProps) {
  const t = useT();
  const at = photos.findIndex(({ file }) => file.blobId === blobId);
  const shown = photos[at];
  useFocusOnTile(shown?.file.blobId);
  useNextWhenGone(photos, blobId, onShow);
  return (
    <ModalOverlay
      className="media-overlay"
      isOpen={shown !== undefined}
      onOpenChange={(open) => {
        if (!open) onShow(null);
      }}
    >
      <Modal className="media-full">
        <Dialog className="media-full" aria-label={shown?.file.name ?? t('media.photos')}>
          {shown && (
            <Stage
              key={shown.file.blobId}
              projectId={projectId}
              photo={shown}
              place={at}
              count={photos.length}
              words={words(shown)}
              onClose={() => onShow(null)}
              onDraw={onDraw && (() => onDraw(shown))}
              onTurn={(by) => {
                const next = photos[at + by];
                if (next) onShow(next.file.blobId);
              }}
            />
          )}
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

/** When the open photo is set inactive, shows the one after it. */
function useNextWhenGone(
  photos: readonly ShownPhoto[],
  blobId: string | null,
  onShow: PhotoViewerProps['onShow'],
): void {
  const place = useRef(-1);
  useEffect(() => {
    const at = photos.findIndex(({ file }) => file.blobId === blobId);
    const next = photos[Math.min(place.current, photos.length - 1)];
    if (blobId !== null && at < 0 && place.current >= 0 && next) return onShow(next.file.blobId);
    place.current = at;
  }, [photos, blobId, onShow]);
}

/** After closing, moves focus to the tile of the photo shown last, not the one the viewer was opened with. */
function useFocusOnTile(blobId: string | undefined): void {
  const last = useRef(blobId);
  useEffect(() => {
    const closed = blobId === undefined ? last.current : undefined;
    last.current = blobId;
    if (closed === undefined) return undefined;
    // Wait until the dialog has closed and restored the focus.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        if (document.activeElement?.closest('[role="dialog"]')) return;
        const tile = document.querySelector<HTMLElement>(`[data-photo="${CSS.escape(closed)}"]`);
        (tile ?? document.querySelector<HTMLElement>('[data-photo]'))?.focus();
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [blobId]);
}

type StageProps = {
  projectId: string;
  photo: ShownPhoto;
  place: number;
  count: number;
  words: ReactNode;
  onClose: () => void;
  onDraw: (() => void) | undefined;
  onTurn: (by: 1 | -1) => void;
};

type Finger = { x: number; y: number };

function Stage({ projectId, photo, place, count, words, onClose, onDraw, onTurn }: StageProps) {
  const t = useT();
  const download = useMediaUrl(projectId, photo.file.blobId, 'download');
  const pin = useRow('pin', photo.post.pinId);
  const frame = useRef<HTMLDivElement>(null);
  const fingers = useRef(new Map<number, Finger>());
  const [zoom, setZoom] = useState<Zoom>(INITIAL_ZOOM);
  const [pull, setPull] = useState(0);
  const original = photo.file.sketch?.original;
  const [plain, setPlain] = useState(false);
  const file: PostFile = plain && original ? original : photo.file;
  const wanted = { blobId: file.blobId, size: isVideoWithPoster(file) ? 'original' : 'thumb' } as const;

  const sizeOf = () => ({ width: frame.current?.clientWidth ?? 1, height: frame.current?.clientHeight ?? 1 });
  const fromMiddle = (event: { clientX: number; clientY: number }): Finger => {
    const box = frame.current?.getBoundingClientRect();
    if (!box) return { x: 0, y: 0 };
    return { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
  };
  const magnify = (factor: number, at: Finger = { x: 0, y: 0 }) =>
    setZoom((now) => withinFrame(zoomAt(now, factor, at), sizeOf()));

  // React's wheel listeners are passive, but the page must not zoom along with the photo.
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      const box = element.getBoundingClientRect();
      const at = { x: event.clientX - box.left - box.width / 2, y: event.clientY - box.top - box.height / 2 };
      const frameSize = { width: box.width, height: box.height };
      setZoom((now) => withinFrame(zoomAt(now, Math.exp(-event.deltaY / 400), at), frameSize));
    };
    element.addEventListener('wheel', onWheel, { passive: false });
    return () => element.removeEventListener('wheel', onWheel);
  }, []);

  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    // A video has its own controls.
    if (event.target instanceof HTMLVideoElement) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    fingers.current.set(event.pointerId, fromMiddle(event));
  };
  const onPointerMove = (event: PointerEvent) => {
    const before = fingers.current.get(event.pointerId);
    if (!before) return;
    const now = fromMiddle(event);
    const other = [...fingers.current].find(([id]) => id !== event.pointerId)?.[1];
    fingers.current.set(event.pointerId, now);
    if (other) {
      const factor =
        Math.hypot(now.x - other.x, now.y - other.y) / Math.max(1, Math.hypot(before.x - other.x, before.y - other.y));
      magnify(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 });
      setPull(0);
    } else if (zoom.scale > 1) {
      setZoom((held) => withinFrame({ ...held, x: held.x + now.x - before.x, y: held.y + now.y - before.y }, sizeOf()));
    } else setPull((held) => held + now.x - before.x);
  };
  const onPointerEnd = (event: PointerEvent) => {
    fingers.current.delete(event.pointerId);
    if (fingers.current.size > 0) return;
    if (pull < -SWIPE) onTurn(1);
    else if (pull > SWIPE) onTurn(-1);
    setPull(0);
  };

  const stage = useRef<HTMLDivElement>(null);
  // Focus the stage, not the first button: its tooltip would show and swallow the first Escape.
  useEffect(() => stage.current?.focus(), []);

  const onKeyDown = (event: KeyboardEvent) => {
    const keys: Record<string, () => void> = {
      ArrowRight: () => onTurn(1),
      ArrowLeft: () => onTurn(-1),
      '+': () => magnify(1.5),
      '-': () => magnify(1 / 1.5),
      '0': () => setZoom(INITIAL_ZOOM),
      ...(onDraw && { d: onDraw }),
    };
    const act = keys[event.key];
    // Keys typed into the caption are text.
    if (!act || (event.target as Element).closest('input, textarea')) return;
    event.preventDefault();
    act();
  };

  return (
    <Stack gap={0} anchor className="media-full media-dark photo-stage" ref={stage} tabIndex={-1} onKeyDown={onKeyDown}>
      <Row gap={1} pad="2 3">
        <span className="photo-place ui-figures">
          {place + 1} / {count}
        </span>
        <IconButton icon={ZoomOutIcon} label={t('media.zoomOut')} shortcut="-" onPress={() => magnify(1 / 1.5)} />
        <IconButton icon={ZoomInIcon} label={t('media.zoomIn')} shortcut="+" onPress={() => magnify(1.5)} />
        {original && (
          <IconButton
            icon={plain ? DrawIcon : PhotoIcon}
            label={plain ? t('media.showDrawn') : t('media.showOriginal')}
            onPress={() => setPlain(!plain)}
          />
        )}
        {onDraw && <IconButton icon={EditIcon} label={t('media.drawOnPhoto')} shortcut="D" onPress={onDraw} />}
        {typeof download === 'string' && (
          <IconButton
            icon={DownloadIcon}
            label={t('media.download')}
            onPress={() => {
              location.assign(download);
            }}
          />
        )}
        <IconButton icon={CloseIcon} label={t('media.close')} shortcut="Esc" onPress={onClose} />
      </Row>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: touch and mouse only; the keys above do the same */}
      <div
        ref={frame}
        className="photo-frame"
        data-magnified={zoom.scale > 1 ? '' : undefined}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerEnd}
        onPointerCancel={onPointerEnd}
        onDoubleClick={(event) => (zoom.scale > 1 ? setZoom(INITIAL_ZOOM) : magnify(DOUBLE, fromMiddle(event)))}
      >
        <div
          className="photo-moved"
          data-held={pull !== 0 ? '' : undefined}
          style={{ transform: `translate(${zoom.x + pull}px, ${zoom.y}px) scale(${zoom.scale})` }}
        >
          {isVideoWithPoster(file) ? (
            <VideoPlayer projectId={projectId} file={file} />
          ) : (
            <Picture
              projectId={projectId}
              key={file.blobId}
              file={file}
              size={zoom.scale > 1.6 ? 'original' : 'preview'}
              alt={photo.post.caption || photo.file.name}
              fit="contain"
              loading="eager"
            />
          )}
        </div>
      </div>
      {place > 0 && (
        <div className="photo-turn" data-side="start">
          <IconButton icon={ChevronLeftIcon} label={t('media.previous')} size="l" onPress={() => onTurn(-1)} />
        </div>
      )}
      {place < count - 1 && (
        <div className="photo-turn" data-side="end">
          <IconButton icon={ChevronRightIcon} label={t('media.next')} size="l" onPress={() => onTurn(1)} />
        </div>
      )}
      <Stack gap={1} className="photo-words">
        {pin && <OfferMedia projectId={projectId} files={[{ ...wanted, planId: pin.planId }]} />}
        {words}
      </Stack>
    </Stack>
  );
}
