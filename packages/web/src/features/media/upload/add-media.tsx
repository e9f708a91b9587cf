// Adds photos and files to a pin or a task: choose, preview, caption, then store on this device for background upload.

import type { PostFile } from '@plumbline/core/site/rows/media';
import { lazy, Suspense, useCallback, useState } from 'react';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { CONVERTS_VIDEOS, UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { useUser } from '../../../shared/session/session.tsx';
import { useAct } from '../../../shared/site/use-act.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { ProgressBar } from '../../../ui/feedback/progress-bar.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { Stack, Text } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { exifOf, withExif } from '../reduce/exif.ts';
import { PHOTO_LIMITS } from '../reduce/reduce.ts';
import { asReadFile } from '../sketch/flat-file.ts';
import type { Drawing } from '../sketch/sketch-editor.tsx';
import { AddItem, type Item, type SketchedImage } from './add-item.tsx';
import { droppedPurpose, isUnplayable, type ReadFile, readFile } from './read-file.ts';
import { keepFile, useProblemWords } from './store-file.ts';
import { ahead, useReading } from './use-reading.ts';
import '../../../shared/media/media.css';

/** `dropped`: each file is treated according to its type. */
export type ChosenFiles = { files: readonly File[]; as: 'photo' | 'file' | 'dropped' };

export type AddMediaDialogProps = {
  projectId: string;
  pinId: string;
  taskId: string | null;
  /** The chosen or dropped files; null closes the dialog. */
  chosen: ChosenFiles | null;
  onClose: () => void;
  onAdded?: (() => void) | undefined;
};

const SketchEditor = lazy(() =>
  import('../sketch/sketch-editor.tsx').then((module) => ({ default: module.SketchEditor })),
);

export function AddMediaDialog({ chosen, ...rest }: AddMediaDialogProps) {
  if (chosen === null) return null;
  return <Preview key={chosen.files.map((file) => `${file.name}/${file.size}`).join()} chosen={chosen} {...rest} />;
}

/** Changes the user made to a file before adding it. */
type Change = { caption?: string; drawn?: SketchedImage; out?: true };

function Preview({
  projectId,
  pinId,
  taskId,
  chosen,
  onClose,
  onAdded,
}: AddMediaDialogProps & { chosen: ChosenFiles }) {
  const t = useT();
  const act = useAct(projectId);
  const [changes, setChanges] = useState<Readonly<Record<string, Change>>>({});
  const [kept, setKept] = useState<number>();
  const [drawingOn, setDrawing] = useState<string>();
  const words = useProblemWords();
  const { photoSize } = useUser();
  const readings = useReading(chosen.files, (file) =>
    readFile(file, chosen.as === 'dropped' ? droppedPurpose(file) : chosen.as, photoSize),
  );

  const items = readings.flatMap(({ id, read }): Item[] =>
    read && !changes[id]?.out ? [{ ...read, id, caption: '', ...changes[id] }] : [],
  );
  const good = items.filter((item) => !item.problem);
  const refused = items.flatMap((item) => (item.problem ? [{ ...item, problem: item.problem }] : []));
  const looked = readings.filter(({ read }) => read !== undefined).length;
  const isReading = looked < readings.length;
  const busy = kept !== undefined;
  const onlyPhotos = items.length > 0 ? good.every((item) => item.purpose === 'photo') : chosen.as === 'photo';
  const drawnItem = good.find((item) => item.id === drawingOn);

  const change = useCallback(
    (id: string, its: Change) => setChanges((all) => ({ ...all, [id]: { ...all[id], ...its } })),
    [],
  );
  const onCaption = useCallback((id: string, caption: string) => change(id, { caption }), [change]);
  const onLeaveOut = useCallback((id: string) => change(id, { out: true }), [change]);

  const add = async () => {
    setKept(0);
    const keep = (item: Item) =>
      storeDrawn(item).catch((error: unknown) => {
        const reason = failureText(t, error);
        showToast({ kind: 'error', text: t('media.failed', { name: item.file.name, reason }) });
      });
    const added: string[] = [];
    for await (const [at, item, file] of ahead(good, keep)) {
      const post = { id: item.id, pinId, taskId, type: item.type, caption: item.caption, takenAt: item.takenAt };
      if (file && !(await act('post.create', { ...post, files: [file] }))) break;
      if (file) added.push(item.id);
      setKept(at + 1);
    }
    if (added.length < good.length) {
      // What this device had no room for may exist nowhere else, such as a photo just taken.
      setChanges((all) => ({
        ...all,
        ...Object.fromEntries(added.map((id) => [id, { ...all[id], out: true as const }])),
      }));
      setKept(undefined);
      return;
    }
    onClose();
    onAdded?.();
  };

  const nothing = !isReading && good.length === 0 && refused.length > 0;
  const question = onlyPhotos ? 'media.previewTitle' : 'media.previewFileTitle';
  const count = Math.max(1, good.length + readings.length - looked);
  return (
    <FormDialog
      isUnsaved={Object.values(changes).some(({ drawn }) => drawn !== undefined)}
      title={nothing ? t('media.refused') : t(question, { count })}
      isOpen
      isBusy={busy}
      onClose={onClose}
      actions={
        <>
          <Button isDisabled={busy} onPress={onClose}>
            {t(nothing ? 'media.close' : 'media.cancel')}
          </Button>
          {!nothing && (
            <Button kind="next" isPending={busy} isDisabled={isReading || good.length === 0} onPress={() => void add()}>
              {onlyPhotos ? t('media.addPhotoCount', { count }) : t('media.addCount', { count })}
            </Button>
          )}
        </>
      }
    >
      {readings.length > 1 && (isReading || busy) && (
        <ProgressBar
          label={
            isReading
              ? t('media.readingCount', { done: looked, all: readings.length })
              : t('media.keptCount', { done: kept ?? 0, all: good.length })
          }
          value={isReading ? looked / readings.length : (kept ?? 0) / Math.max(1, good.length)}
        />
      )}
      <Stack gap={2}>
        <Limits onlyPhotos={onlyPhotos} />
        {refused.map((item) => (
          <Notice key={item.id} kind="warning">
            {words(item.file.name, item.problem)}
          </Notice>
        ))}
        {good.filter(isUnplayable).map((item) => (
          <Notice key={item.id} kind="info">
            {t(CONVERTS_VIDEOS ? 'media.convertedLater' : 'media.notPlayable', { name: item.file.name })}
          </Notice>
        ))}
      </Stack>
      <Stack as="ul" gap={4} className="media-preview" aria-busy={isReading} aria-label={t('media.reading')}>
        {good.map((item) => (
          <AddItem key={item.id} item={item} onCaption={onCaption} onDraw={setDrawing} onLeaveOut={onLeaveOut} />
        ))}
        {readings.map(
          ({ id, read }) =>
            !read && (
              <Text key={id} as="li" fill wide block className="media-preview-item media-wait" aria-hidden="true" />
            ),
        )}
      </Stack>
      {drawnItem && (
        <Suspense fallback={null}>
          <SketchEditor
            background={async () =>
              (await import('../sketch/backgrounds.ts')).photoBackground(drawnItem.file, drawnItem.drawn?.drawing)
            }
            marks={drawnItem.drawn?.drawing.marks ?? []}
            mime="image/jpeg"
            onSave={async (drawing) => {
              change(drawnItem.id, { drawn: await withPhotoExif(drawnItem, drawing) });
              setDrawing(undefined);
            }}
            onClose={() => setDrawing(undefined)}
          />
        </Suspense>
      )}
    </FormDialog>
  );
}

/** Photo size and file limits, shown before anything is added. */
function Limits({ onlyPhotos }: { onlyPhotos: boolean }) {
  const t = useT();
  const { photoSize } = useUser();
  const most = PHOTO_LIMITS[photoSize];
  const photo = most === null ? t('media.limitWhole') : t('media.limitPhoto', { size: t.bytes(most) });
  return (
    <p className="ui-help">
      {photo}{' '}
      {!onlyPhotos && t('media.limitFile', { video: t.bytes(UPLOAD_LIMITS.video), size: t.bytes(UPLOAD_LIMITS.file) })}
    </p>
  );
}

/** Stores a photo as posts hold it; a drawn one as the flattened picture with the original photo. */
async function storeDrawn({ drawn, ...item }: Item): Promise<PostFile> {
  const original = await keepFile(item);
  if (!drawn) return original;
  const { flat: _, ...layer } = drawn.drawing;
  return { ...(await keepFile(drawn.flat)), sketch: { ground: 'photo', original, ...layer } };
}

/** The drawing with the EXIF data of the photo it was drawn on. */
async function withPhotoExif(item: ReadFile, drawing: Drawing): Promise<SketchedImage> {
  const facts = await exifOf(item.file);
  return { drawing, flat: asReadFile(withExif(drawing.flat, facts), item.file.name, drawing) };
}
