// Takes a photo with one tap, saves it at once, and lets the user draw on it in place. The drawing is saved when the
// next photo is taken or the screen closes: there is nothing to confirm.
import type { PostFile } from '@plumbline/core/site/rows/media';
import type { Mark } from '@plumbline/core/site/values/sketch';
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { useUser } from '../../../shared/session/session.tsx';
import { type Act, useAct } from '../../../shared/site/use-act.ts';
import { IconButton, IconToggle } from '../../../ui/actions/icon-button.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { CameraIcon, UndoIcon } from '../../../ui/icons.tsx';
import { Row, Stack } from '../../../ui/layout/primitives.tsx';
import { useMedia } from '../../../ui/theme/use-media.ts';
import { useT } from '../../../ui/translation.tsx';
import { photoBackground } from '../sketch/backgrounds.ts';
import type { SketchBackground } from '../sketch/paint.ts';
import { Surface } from '../sketch/surface.tsx';
import { TOOL_APPEARANCE, type Tool } from '../sketch/tools.ts';
import { useBoard } from '../sketch/use-board.ts';
import { chooseFiles } from '../upload/choose-files.ts';
import { type ReadFile, readFile } from '../upload/read-file.ts';
import { keepFile, useProblemWords } from '../upload/store-file.ts';
import { type DraftLocation, dropDraft, storeDraft } from './drafts.ts';
import { storeDrawing, unfinishedDrawing } from './save-drafts.ts';
import '../../../shared/media/media.css';
import '../sketch/sketch.css';
import './quick.css';

type CapturedPhoto = { postId: string; file: PostFile; ground: SketchBackground | undefined; marks: readonly Mark[] };

/** The tools usable with gloves; all others are one tap away, in the editor of the pin's photos. */
const QUICK_TOOLS: readonly Tool[] = ['ellipse', 'arrow', 'freehand'];
const NO_MARKS = [] as const;

export type PhotoFieldProps = {
  projectId: string;
  pinId: string;
  /** The number of photos on the pin. */
  count: number;
  /** Where marks are stored until the drawing is saved. */
  drafts: DraftLocation | undefined;
  onRestored: () => void;
  /** The task the photo belongs to when it is saved; null for the pin. */
  taskOf: () => string | null;
};

export function PhotoField({ projectId, pinId, count, drafts, onRestored, taskOf }: PhotoFieldProps) {
  const t = useT();
  const act = useAct(projectId);
  const words = useProblemWords();
  const { photoSize } = useUser();
  const finger = useMedia('(pointer: coarse)');
  const [taken, setTaken] = useState<CapturedPhoto>();
  const [busy, setBusy] = useState(false);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the draft lock is held
  useEffect(() => {
    if (!drafts || taken) return;
    const bringBack = async () => {
      const begun = await unfinishedDrawing(drafts);
      if (!begun || begun.marks.length === 0) return;
      setTaken((now) => now ?? begun);
      onRestored();
    };
    // If the photo is unavailable now, it stays unchanged and its marks stay in the draft.
    void bringBack().catch(() => undefined);
  }, [drafts]);

  const keep = async (read: ReadFile) => {
    if (read.problem) return showToast({ kind: 'error', text: words(read.file.name, read.problem) });
    const file = await keepFile(read);
    const postId = crypto.randomUUID();
    const post = { id: postId, pinId, taskId: taskOf(), type: read.type, caption: '', files: [file] };
    if (!(await act('post.create', { ...post, takenAt: read.takenAt }))) return;
    // A photo this browser cannot display is saved anyway.
    const ground = await photoBackground(read.file).catch(() => undefined);
    setTaken({ postId, file, ground, marks: NO_MARKS });
  };
  const take = () =>
    chooseFiles(finger ? 'camera' : 'photo', async (files) => {
      setBusy(true);
      try {
        for (const file of files) await keep(await readFile(file, 'photo', photoSize));
      } catch (error) {
        showToast({ kind: 'error', text: failureText(t, error) });
      } finally {
        setBusy(false);
      }
    });

  if (busy)
    return (
      <Stack corner="l" clip gap={0} className="quick-photo" data-empty="">
        <Spinner />
      </Stack>
    );
  if (!taken?.ground)
    return (
      <Stack as="button" type="button" corner="l" clip gap={0} className="quick-photo" data-empty="" onClick={take}>
        <CameraIcon size={32} aria-hidden="true" />
        <span>{t('media.takePhoto')}</span>
        {count > 0 && <small>{t('pin.quick.photos', { count })}</small>}
      </Stack>
    );
  return (
    <DrawOn
      key={taken.postId}
      place={{ projectId, pinId }}
      keeps={drafts !== undefined}
      taken={taken}
      background={taken.ground}
      act={act}
      onMore={take}
    />
  );
}

type DrawOnProps = {
  place: DraftLocation;
  keeps: boolean;
  taken: CapturedPhoto;
  background: SketchBackground;
  act: Act;
  onMore: () => void;
};

function DrawOn({ place, keeps, taken, background, act, onMore }: DrawOnProps) {
  const t = useT();
  const hand = useBoard(background, taken.marks, { tool: 'ellipse', weight: 'thick' });
  const { marks } = hand.board;
  const late = useRef(marks);
  late.current = marks;

  const untouched = marks === taken.marks;
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place is always that of the pin
  useEffect(() => {
    if (!keeps || untouched) return;
    if (marks.length === 0) void dropDraft(place, 'drawing');
    else void storeDraft(place, 'drawing', { postId: taken.postId, file: taken.file, marks: [...marks] });
  }, [marks, keeps, untouched]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: saved once, on unmount
  useEffect(() => {
    const save = async () => {
      const drawn = late.current;
      if (drawn.length > 0)
        await storeDrawing(place, act, { postId: taken.postId, file: taken.file, ground: background, marks: drawn });
    };
    return () => void save().catch((error: unknown) => showToast({ kind: 'error', text: failureText(t, error) }));
  }, []);

  return (
    <Stack corner="l" clip gap={0} className="media-dark quick-photo">
      <Surface background={background} hand={hand} zooming={undefined} onDone={() => undefined} />
      <Row gap={1} pad="1 2" className="quick-tools" role="toolbar" aria-label={t('media.sketch.tools')}>
        {QUICK_TOOLS.map((tool) => (
          <IconToggle
            key={tool}
            icon={TOOL_APPEARANCE[tool].icon}
            label={t(TOOL_APPEARANCE[tool].label)}
            placement="top"
            isSelected={hand.tool === tool}
            onChange={() => hand.choose(tool)}
          />
        ))}
        <IconButton
          icon={UndoIcon}
          label={t('media.sketch.undo')}
          isDisabled={marks.length === 0}
          onPress={hand.undo}
        />
        <IconButton icon={CameraIcon} label={t('pin.quick.another')} onPress={onMore} />
      </Row>
    </Stack>
  );
}
