// Photos and files of a pin: add, view, caption, set inactive.
import type { Actor } from '@plumbline/core/site/actor';
import type { PostRow } from '@plumbline/core/site/rows/media';
import type { PinRow } from '@plumbline/core/site/rows/pins';
import { lazy, Suspense, useState } from 'react';
import { useRow } from '../../local/use-rows.ts';
import { OfferMedia, type WantedFile } from '../../shared/media/offer-media.tsx';
import { filesOf, isVideoWithPoster, visualsOf } from '../../shared/media/photos.ts';
import type { People } from '../../shared/site/people.ts';
import { Button } from '../../ui/actions/button.tsx';
import { Menu } from '../../ui/actions/menu.tsx';
import { Switch } from '../../ui/choices/switch.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import {
  AttachmentIcon,
  CameraIcon,
  DrawIcon,
  MicrophoneIcon,
  PaperIcon,
  PhotoIcon,
  PlanIcon,
  VideoIcon,
} from '../../ui/icons.tsx';
import { Row, Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import type { CaptureKind } from './capture/capture-dialog.tsx';
import { FilesOfPin } from './file-list.tsx';
import { PhotoGrid } from './photo-grid.tsx';
import { useSketching } from './sketch/use-sketching.tsx';
import { AddMediaDialog, type ChosenFiles } from './upload/add-media.tsx';
import { chooseFiles } from './upload/choose-files.ts';
import { droppedFiles, usePaste } from './upload/dropped-files.ts';
import '../../shared/media/media.css';

const CaptureDialog = lazy(() =>
  import('./capture/capture-dialog.tsx').then((its) => ({ default: its.CaptureDialog })),
);

/** What the tab shows as pictures, and what opens or plays. */
function wantedFiles({ planId }: PinRow, photos: ReturnType<typeof visualsOf>, files: ReturnType<typeof filesOf>) {
  const opened = [...photos.filter(({ file }) => isVideoWithPoster(file)), ...files];
  return [
    ...photos.map(({ file }): WantedFile => ({ planId, blobId: (file.poster ?? file).blobId, size: 'thumb' })),
    ...opened.map(({ file }): WantedFile => ({ planId, blobId: file.blobId, size: 'original' })),
  ];
}

export type MediaTabProps = {
  projectId: string;
  pinId: string;
  /** Only show what belongs to this task; null shows everything on the pin. */
  taskId: string | null;
  /** Undefined while loading. */
  posts: readonly PostRow[] | undefined;
  actor: Actor | undefined;
  people: People;
  mayAdd: boolean;
  /** Embedded in a larger screen: no text where there is nothing, no accent colour. */
  quiet?: boolean | undefined;
  /** The screen has its own button for taking photos. */
  buttonsElsewhere?: boolean | undefined;
};

export function MediaTab({
  projectId,
  pinId,
  taskId,
  posts,
  actor,
  people,
  mayAdd,
  quiet,
  buttonsElsewhere,
}: MediaTabProps) {
  const t = useT();
  const [chosen, setChosen] = useState<ChosenFiles | null>(null);
  const [withInactive, setWithInactive] = useState(false);
  const [over, setOver] = useState(false);
  const [capturing, setCapturing] = useState<CaptureKind>();
  const sketching = useSketching(projectId, pinId);
  const pin = useRow('pin', pinId);

  const all = posts?.filter((post) => taskId === null || post.taskId === taskId);
  const shown = all?.filter((post) => withInactive || post.active) ?? [];
  const hidden = all?.some((post) => !post.active) ?? false;
  const photos = visualsOf(shown);
  const files = filesOf(shown);

  const onDrop = (dropped: readonly File[]) => {
    if (dropped.length > 0) setChosen({ files: dropped, as: 'dropped' });
  };
  usePaste(mayAdd && chosen === null ? onDrop : undefined);

  return (
    // Drag and drop is a mouse shortcut for the buttons below.
    <Stack
      fluid
      gap={4}
      justify="start"
      anchor
      className="media-tab"
      data-over={over ? '' : undefined}
      onDragOver={(event) => {
        if (!mayAdd) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        if (!mayAdd) return;
        event.preventDefault();
        setOver(false);
        void droppedFiles(event.dataTransfer).then(onDrop);
      }}
    >
      {mayAdd && (
        <Row align="stretch" wrap className="media-add">
          {!buttonsElsewhere && (
            <span className="media-camera">
              <Button
                kind={quiet ? 'default' : 'next'}
                icon={CameraIcon}
                onPress={() => chooseFiles('camera', (chosenFiles) => setChosen({ files: chosenFiles, as: 'photo' }))}
              >
                {t('media.takePhoto')}
              </Button>
            </span>
          )}
          <Button
            icon={PhotoIcon}
            onPress={() => chooseFiles('photo', (chosenFiles) => setChosen({ files: chosenFiles, as: 'photo' }))}
          >
            {t('media.addPhoto')}
          </Button>
          <Button
            icon={AttachmentIcon}
            onPress={() => chooseFiles('file', (chosenFiles) => setChosen({ files: chosenFiles, as: 'file' }))}
          >
            {t('media.addFile')}
          </Button>
          <Menu
            label={t('media.record')}
            trigger={<Button icon={MicrophoneIcon}>{t('media.record')}</Button>}
            groups={[
              {
                id: 'record',
                entries: [
                  {
                    id: 'audio',
                    label: t('media.capture.audio'),
                    icon: MicrophoneIcon,
                    onAction: () => setCapturing('audio'),
                  },
                  {
                    id: 'video',
                    label: t('media.capture.video'),
                    icon: VideoIcon,
                    onAction: () => setCapturing('video'),
                  },
                  {
                    id: 'photo',
                    label: t('media.capture.photo'),
                    icon: CameraIcon,
                    onAction: () => setCapturing('photo'),
                  },
                ],
              },
            ]}
          />
          <Menu
            label={t('media.draw')}
            trigger={<Button icon={DrawIcon}>{t('media.draw')}</Button>}
            groups={[
              {
                id: 'draw',
                entries: [
                  ...(sketching.hasPlan
                    ? [
                        {
                          id: 'plan',
                          label: t('media.drawOnPlan'),
                          icon: PlanIcon,
                          onAction: () => sketching.drawOn({ on: 'plan', pinId, taskId }),
                        },
                      ]
                    : []),
                  {
                    id: 'blank',
                    label: t('media.drawOnPaper'),
                    icon: PaperIcon,
                    onAction: () => sketching.drawOn({ on: 'blank', pinId, taskId }),
                  },
                ],
              },
            ]}
          />
        </Row>
      )}
      {hidden && (
        <Switch isSelected={withInactive} onChange={setWithInactive}>
          {t('media.showInactive')}
        </Switch>
      )}
      {posts === undefined && (
        <Stack className="media-grid">
          <Skeleton shape="block" height="120px" />
          <Skeleton shape="block" height="120px" />
          <Skeleton shape="block" height="120px" />
        </Stack>
      )}
      {posts !== undefined && !quiet && photos.length === 0 && files.length === 0 && (
        <Text ink={2}>{mayAdd ? t('media.emptyText') : t('media.emptyTitle')}</Text>
      )}
      {pin && <OfferMedia projectId={projectId} files={wantedFiles(pin, photos, files)} />}
      {photos.length > 0 && (
        <PhotoGrid
          projectId={projectId}
          photos={photos}
          actor={actor}
          people={people}
          onDraw={({ post, file }) => sketching.drawOn({ on: 'photo', post, file })}
        />
      )}
      {files.length > 0 && (
        <Stack as="section">
          <h4>{t('media.files')}</h4>
          <FilesOfPin projectId={projectId} files={files} actor={actor} people={people} />
        </Stack>
      )}
      {over && (
        <Stack gap={0} center ink="brand" weight="medium" corner="l" at={0} className="media-drop">
          {t('media.drop')}
        </Stack>
      )}
      {sketching.editor}
      {capturing && (
        <Suspense fallback={null}>
          <CaptureDialog
            kind={capturing}
            onClose={() => setCapturing(undefined)}
            onTaken={(taken) => {
              setCapturing(undefined);
              setChosen({ files: taken, as: capturing === 'audio' ? 'file' : 'photo' });
            }}
          />
        </Suspense>
      )}
      <AddMediaDialog
        projectId={projectId}
        pinId={pinId}
        taskId={taskId}
        chosen={chosen}
        onClose={() => setChosen(null)}
      />
    </Stack>
  );
}
