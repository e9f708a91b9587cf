// Adding photos and files to a pin or a task: chosen, looked at, captioned, then kept on this device and sent by itself.

import type { PostFile } from '@plumbline/core/features/media/schema';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useUser } from '../../app/session.tsx';
import { failureText } from '../../app/shown-failure.ts';
import { Button } from '../../ui/actions/button.tsx';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';
import { CloseIcon, DrawIcon, FileIcon, IconMark, MicrophoneIcon } from '../../ui/icons.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { useT } from '../../ui/translation.tsx';
import { useAct } from '../pins/use-act.ts';
import { exifOf, withExif } from './exif.ts';
import { keepFile, useProblemWords } from './keep-file.ts';
import { type ReadFile, readFile } from './read-file.ts';
import { asReadFile } from './sketch/flat-file.ts';
import type { Drawing } from './sketch/sketch-editor.tsx';
import { useFileUrl } from './use-file-url.ts';
import './media.css';

export type AddKind = 'photo' | 'camera' | 'file';

const ACCEPT: Record<AddKind, string> = { photo: 'image/*', camera: 'image/*', file: '' };

/** Opens the system's chooser, or the camera, and hands over what was chosen. Must be called from a press. */
export function chooseFiles(kind: AddKind, onFiles: (files: File[]) => void): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = kind !== 'camera';
  input.accept = ACCEPT[kind];
  if (kind === 'camera') input.setAttribute('capture', 'environment');
  input.onchange = () => {
    const files = [...(input.files ?? [])];
    if (files.length > 0) onFiles(files);
  };
  input.click();
}

export type AddMediaDialogProps = {
  projectId: string;
  pinId: string;
  taskId: string | null;
  /** What was chosen or dropped; null closes. */
  chosen: { files: readonly File[]; as: 'photo' | 'file' } | null;
  onClose: () => void;
  onAdded?: (() => void) | undefined;
};

/** What was drawn on a photo before it is added. */
type Drawn = { drawing: Drawing; flat: ReadFile };
type Item = ReadFile & { id: string; caption: string; drawn?: Drawn };

const SketchEditor = lazy(() => import('./sketch/sketch-editor.tsx').then((its) => ({ default: its.SketchEditor })));

export function AddMediaDialog({ chosen, ...rest }: AddMediaDialogProps) {
  if (chosen === null) return null;
  return <Preview key={chosen.files.map((file) => `${file.name}/${file.size}`).join()} chosen={chosen} {...rest} />;
}

function Preview({
  projectId,
  pinId,
  taskId,
  chosen,
  onClose,
  onAdded,
}: AddMediaDialogProps & { chosen: { files: readonly File[]; as: 'photo' | 'file' } }) {
  const t = useT();
  const act = useAct(projectId);
  const [items, setItems] = useState<readonly Item[]>();
  const [busy, setBusy] = useState(false);
  const [drawingOn, setDrawing] = useState<string>();
  const words = useProblemWords();
  const { photoSize } = useUser();

  useEffect(() => {
    let left = false;
    void Promise.all(chosen.files.map((file) => readFile(file, chosen.as, photoSize))).then((read) => {
      if (!left) setItems(read.map((one) => ({ ...one, id: crypto.randomUUID(), caption: '' })));
    });
    return () => {
      left = true;
    };
  }, [chosen, photoSize]);

  const good = items?.filter((item) => !item.problem) ?? [];
  const refused = items?.flatMap((item) => (item.problem ? [{ ...item, problem: item.problem }] : [])) ?? [];
  const onlyPhotos = good.length > 0 && good.every((item) => item.purpose === 'photo');

  const drawnItem = good.find((item) => item.id === drawingOn);

  const add = async () => {
    setBusy(true);
    for (const item of good) {
      try {
        const file = await keepDrawn(item);
        const post = { id: item.id, pinId, taskId, type: item.type, caption: item.caption, files: [file] };
        if (!(await act('post.create', { ...post, takenAt: item.takenAt }))) break;
      } catch (error) {
        const reason = failureText(t, error);
        showToast({ kind: 'error', text: t('media.failed', { name: item.file.name, reason }) });
      }
    }
    setBusy(false);
    onClose();
    onAdded?.();
  };

  return (
    <Dialog
      title={
        onlyPhotos || (items === undefined && chosen.as === 'photo')
          ? t('media.previewTitle', { count: Math.max(1, good.length) })
          : t('media.previewFileTitle', { count: Math.max(1, good.length) })
      }
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={busy} onPress={onClose}>
            {t('media.cancel')}
          </Button>
          <Button kind="next" isPending={busy} isDisabled={good.length === 0} onPress={() => void add()}>
            {onlyPhotos
              ? t('media.addPhotoCount', { count: good.length })
              : t('media.addCount', { count: good.length })}
          </Button>
        </>
      }
    >
      {refused.map((item) => (
        <Notice key={item.id} kind="warning">
          {words(item.file.name, item.problem)}
        </Notice>
      ))}
      <ul className="media-preview" aria-busy={items === undefined} aria-label={t('media.reading')}>
        {items === undefined
          ? chosen.files.map((file) => (
              <li key={`${file.name}/${file.size}`} className="media-preview-item media-wait" />
            ))
          : good.map((item) => (
              <PreviewItem
                key={item.id}
                item={item}
                onCaption={(caption) =>
                  setItems((all) => all?.map((one) => (one.id === item.id ? { ...one, caption } : one)))
                }
                onDraw={() => setDrawing(item.id)}
                onLeaveOut={() => setItems((all) => all?.filter((one) => one.id !== item.id))}
              />
            ))}
      </ul>
      {drawnItem && (
        <Suspense fallback={null}>
          <SketchEditor
            ground={async () =>
              (await import('./sketch/grounds.ts')).photoGround(drawnItem.file, drawnItem.drawn?.drawing)
            }
            marks={drawnItem.drawn?.drawing.marks ?? []}
            mime="image/jpeg"
            onSave={async (drawing) => {
              const drawn = await drawnOn(drawnItem, drawing);
              setItems((all) => all?.map((one) => (one.id === drawnItem.id ? { ...one, drawn } : one)));
              setDrawing(undefined);
            }}
            onClose={() => setDrawing(undefined)}
          />
        </Suspense>
      )}
    </Dialog>
  );
}

/** A photo as posts hold it; where it was drawn on, the flattened picture with the photo below it. */
async function keepDrawn({ drawn, ...item }: Item): Promise<PostFile> {
  const original = await keepFile(item);
  if (!drawn) return original;
  const { flat: _, ...layer } = drawn.drawing;
  return { ...(await keepFile(drawn.flat)), sketch: { ground: 'photo', original, ...layer } };
}

/** The drawing with time and place of the photo it was drawn on. */
async function drawnOn(item: ReadFile, drawing: Drawing): Promise<Drawn> {
  const facts = exifOf(await item.file.slice(0, 262_144).arrayBuffer());
  return { drawing, flat: asReadFile(withExif(drawing.flat, facts), item.file.name, drawing) };
}

function PreviewItem({
  item,
  onCaption,
  onDraw,
  onLeaveOut,
}: {
  item: Item;
  onCaption: (caption: string) => void;
  onDraw: () => void;
  onLeaveOut: () => void;
}) {
  const t = useT();
  const picture = useFileUrl(item.purpose === 'photo' ? (item.drawn?.drawing.flat ?? item.file) : undefined);
  const recording = useFileUrl(item.purpose === 'file' && item.type !== 'Documents' ? item.file : undefined);
  return (
    <li className="media-preview-item">
      <div className="media-preview-picture">
        {recording !== undefined && item.type === 'Visuals' ? (
          // biome-ignore lint/a11y/useMediaCaption: just recorded
          <video src={recording} controls playsInline aria-label={item.file.name} />
        ) : recording !== undefined ? (
          <span className="media-preview-file">
            <IconMark icon={MicrophoneIcon} />
            {/* biome-ignore lint/a11y/useMediaCaption: just recorded */}
            <audio src={recording} controls aria-label={item.file.name} />
          </span>
        ) : picture === undefined ? (
          <span className="media-preview-file">
            <IconMark icon={FileIcon} />
            <span>{item.file.name}</span>
            <span className="ui-help">{t.bytes(item.file.size)}</span>
          </span>
        ) : (
          <img src={picture} alt={item.file.name} />
        )}
        <span className="media-preview-out">
          {picture !== undefined && (
            <IconButton
              icon={DrawIcon}
              label={t('media.drawOn', { name: item.file.name })}
              kind="default"
              onPress={onDraw}
            />
          )}
          <IconButton
            icon={CloseIcon}
            label={t('media.leaveOut', { name: item.file.name })}
            kind="default"
            onPress={onLeaveOut}
          />
        </span>
      </div>
      <TextField
        label={t('media.caption')}
        hideLabel
        placeholder={t('media.captionAdd')}
        value={item.caption}
        onChange={onCaption}
        maxLength={1000}
      />
    </li>
  );
}
