// Opens the sketch editor on a stored photo, the plan around a pin, or paper, and saves the result: marks as data of
// the post, the flattened picture as a file. The editor is loaded lazily.

import type { PostFile, PostRow, StoredFile } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { PIN_COLOURS } from '@plumbline/core/site/values/pin-colours';
import type { Mark } from '@plumbline/core/site/values/sketch';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useRow } from '../../../local/use-rows.ts';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { NO_COLOUR } from '../../../shared/site/no-colour.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { useT } from '../../../ui/translation.tsx';
import { originalBytes } from '../photo-viewer/original.ts';
import { keepFile } from '../upload/store-file.ts';
import { asReadFile, flatFile } from './flat-file.ts';
import type { SketchBackground } from './paint.ts';
import type { Drawing } from './sketch-editor.tsx';

const SketchEditor = lazy(() => import('./sketch-editor.tsx').then((module) => ({ default: module.SketchEditor })));

type Subject =
  | { on: 'photo'; post: PostRow; file: PostFile }
  | { on: 'plan' | 'blank'; pinId: string; taskId: string | null };

const NO_MARKS: readonly Mark[] = [];

export type Sketching = {
  drawOn: (subject: Subject) => void;
  /** The open editor; can be rendered anywhere on the screen. */
  editor: ReactNode;
  /** Whether the pin has a plan that can be drawn on. */
  hasPlan: boolean;
};

export function useSketching(projectId: string, pinId: string): Sketching {
  const t = useT();
  const act = useAct(projectId);
  const [subject, setSubject] = useState<Subject>();
  const pin = useRow('pin', pinId);
  const plan = useRow('plan', pin?.planId);
  const revision = useRow('revision', plan?.currentRevisionId);
  const category = useRow('category', pin?.categoryId);
  const close = () => setSubject(undefined);

  const backgroundOf = async (of: Subject): Promise<SketchBackground> => {
    const { paperBackground, photoBackground, planBackground } = await import('./backgrounds.ts');
    if (of.on === 'photo') {
      const { sketch } = of.file;
      if (sketch && !sketch.original) return { ...paperBackground(), width: sketch.width, height: sketch.height };
      const blobId = sketch?.original?.blobId ?? of.file.blobId;
      try {
        return await photoBackground(await originalBytes(projectId, blobId), sketch);
      } catch {
        // The server may have converted a format this browser cannot read.
        return photoBackground(await originalBytes(projectId, blobId, 'preview'), sketch);
      }
    }
    if (of.on === 'plan' && revision && isPlaced(pin))
      return planBackground(projectId, revision, pin, PIN_COLOURS[category?.colour ?? NO_COLOUR]);
    return paperBackground();
  };

  const save = async (of: Subject, { flat, ...layer }: Drawing, ground: SketchBackground) => {
    try {
      if (of.on === 'photo') {
        const kept = await keepFile(await flatFile(projectId, flat, layer, of.file));
        const input = { id: of.post.id, blobId: of.file.blobId, drawing: { flat: kept, ...layer } };
        if (!(await act('post.sketch', input))) return;
      } else {
        const created = await flatFile(projectId, flat, layer, undefined, t(`media.sketch.name.${of.on}`));
        const original = ground.picture ? await storeBackground(ground, t('media.sketch.name.plan')) : null;
        const file = { ...(await keepFile(created)), sketch: { ground: of.on, original, ...layer } };
        const post = {
          id: crypto.randomUUID(),
          pinId: of.pinId,
          taskId: of.taskId,
          type: 'Visuals' as const,
          caption: '',
        };
        if (!(await act('post.create', { ...post, files: [file], takenAt: null }))) return;
      }
      close();
    } catch (error) {
      showToast({ kind: 'error', text: failureText(t, error) });
    }
  };

  const remove = async (post: PostRow, file: PostFile) => {
    if (await act('post.sketch', { id: post.id, blobId: file.blobId, drawing: null })) close();
  };

  const editor = subject && (
    <Suspense fallback={null}>
      <SketchEditor
        background={() => backgroundOf(subject)}
        marks={subject.on === 'photo' ? (subject.file.sketch?.marks ?? NO_MARKS) : NO_MARKS}
        mime={
          subject.on === 'photo' && (!subject.file.sketch || subject.file.sketch.ground === 'photo')
            ? 'image/jpeg'
            : 'image/png'
        }
        onSave={(drawing, ground) => save(subject, drawing, ground)}
        onRemove={
          subject.on === 'photo' && subject.file.sketch?.original
            ? () => void remove(subject.post, subject.file)
            : undefined
        }
        onClose={close}
      />
    </Suspense>
  );
  return { drawOn: setSubject, editor, hasPlan: revision !== undefined && isPlaced(pin) };
}

const isPlaced = (pin: PinRow | undefined): pin is PinRow & { x: number; y: number } =>
  pin !== undefined && pin.x !== null && pin.y !== null;

/** The background as its own file, so that the drawing can be removed again. */
async function storeBackground(ground: SketchBackground, name: string): Promise<StoredFile> {
  const { flatten } = await import('./paint.ts');
  return keepFile(asReadFile(await flatten(ground, NO_MARKS, 'image/png'), name, ground));
}
