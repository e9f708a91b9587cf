// Takes photos, videos and voice notes with this device's camera
// and microphone. Shows the limits before recording starts.
import { useEffect, useRef, useState } from 'react';
import { FormDialog } from '../../../shared/navigation/unsaved.tsx';
import { Button } from '../../../ui/actions/button.tsx';
import { Notice } from '../../../ui/feedback/notice.tsx';
import { Spinner } from '../../../ui/feedback/spinner.tsx';
import { CameraIcon, IconMark, MicrophoneIcon, StopIcon, TurnCameraIcon, VideoIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { clock, longest } from './formats.ts';
import { LevelMeter } from './level-meter.tsx';
import { stamp } from './stamp.ts';
import { useRecorder } from './use-recorder.ts';
import { useStream } from './use-stream.ts';
import './capture.css';

export type CaptureKind = 'photo' | 'video' | 'audio';

export type CaptureDialogProps = {
  kind: CaptureKind;
  onTaken: (files: File[]) => void;
  onClose: () => void;
};

async function photoOf(video: HTMLVideoElement, name: string): Promise<File> {
  const canvas = new OffscreenCanvas(video.videoWidth, video.videoHeight);
  canvas.getContext('2d')?.drawImage(video, 0, 0);
  return new File([await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })], `${name}.jpg`, {
    type: 'image/jpeg',
  });
}

export function CaptureDialog({ kind, onTaken, onClose }: CaptureDialogProps) {
  const t = useT();
  const [facing, setFacing] = useState<'environment' | 'user'>('environment');
  const [photos, setPhotos] = useState<readonly File[]>([]);
  const { stream, problem } = useStream({ kind, facing });
  const video = useRef<HTMLVideoElement>(null);
  const name = `${t(`media.capture.name.${kind}`)} ${stamp(new Date())}`;
  const recorder = useRecorder(stream, kind === 'audio' ? 'audio' : 'video', name, (file) => onTaken([file]));
  const limit = kind === 'photo' ? 0 : longest(kind);

  useEffect(() => {
    if (video.current) video.current.srcObject = stream ?? null;
  }, [stream]);

  const shoot = async () => {
    if (!video.current?.videoWidth) return;
    const taken = await photoOf(video.current, photos.length > 0 ? `${name} ${photos.length + 1}` : name);
    setPhotos((now) => [...now, taken]);
  };
  const shutter =
    kind === 'photo' ? (
      <Button
        kind={photos.length === 0 ? 'next' : 'default'}
        size="l"
        icon={CameraIcon}
        isDisabled={!stream}
        onPress={() => void shoot()}
      >
        {t('media.capture.shoot')}
      </Button>
    ) : recorder.isRunning ? (
      <Button kind="danger" size="l" icon={StopIcon} onPress={recorder.stop}>
        {t('media.capture.stop')}
      </Button>
    ) : (
      <Button
        kind="next"
        size="l"
        icon={kind === 'audio' ? MicrophoneIcon : VideoIcon}
        isDisabled={!stream || !recorder.isPossible}
        onPress={recorder.start}
      >
        {t('media.capture.start')}
      </Button>
    );

  return (
    <FormDialog
      isUnsaved={photos.length > 0}
      title={t(`media.capture.${kind}`)}
      detail={kind === 'photo' ? undefined : t('media.capture.limit', { time: clock(limit) })}
      isOpen
      isBusy={recorder.isRunning}
      onClose={onClose}
      actionsStart={
        kind !== 'audio' &&
        !recorder.isRunning && (
          <Button icon={TurnCameraIcon} onPress={() => setFacing(facing === 'user' ? 'environment' : 'user')}>
            {t('media.capture.turn')}
          </Button>
        )
      }
      actions={
        <>
          {shutter}
          {photos.length > 0 && (
            <Button kind="next" size="l" onPress={() => onTaken([...photos])}>
              {t('media.capture.use', { count: photos.length })}
            </Button>
          )}
        </>
      }
    >
      {problem !== undefined && <Notice kind="warning">{t(`media.capture.${problem}`)}</Notice>}
      {!recorder.isPossible && kind !== 'photo' && <Notice kind="warning">{t('media.capture.impossible')}</Notice>}
      <Stack gap={0} center corner="l" wide clip anchor className="capture-stage" data-kind={kind}>
        {kind === 'audio' ? (
          <IconMark icon={MicrophoneIcon} />
        ) : (
          <video ref={video} autoPlay playsInline muted data-facing={facing} />
        )}
        {!stream && !problem && <Spinner />}
        {kind !== 'photo' && (
          <p className="capture-time ui-figures" role="timer" data-running={recorder.isRunning ? '' : undefined}>
            {clock(recorder.elapsed)} <span>/ {clock(limit)}</span>
          </p>
        )}
      </Stack>
      {stream && kind !== 'photo' && <LevelMeter stream={stream} />}
    </FormDialog>
  );
}
