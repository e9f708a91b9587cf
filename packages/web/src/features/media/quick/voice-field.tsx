// Voice note with one press: hold while speaking, or tap to start and to stop. Leaving while it records saves the note.
import { useEffect, useRef, useState } from 'react';
import { failureText } from '../../../shared/data/shown-failure.ts';
import { useAct } from '../../../shared/site/use-act.ts';
import { Button } from '../../../ui/actions/button.tsx';
import { showToast } from '../../../ui/feedback/toast.tsx';
import { MicrophoneIcon, StopIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout/primitives.tsx';
import { useT } from '../../../ui/translation.tsx';
import { clock, longest } from '../capture/formats.ts';
import { LevelMeter } from '../capture/level-meter.tsx';
import { type OnRecorded, type Running, record, writable } from '../capture/recording.ts';
import { stamp } from '../capture/stamp.ts';
import { useElapsed } from '../capture/use-recorder.ts';
import { problemOf } from '../capture/use-stream.ts';
import { useProblemWords } from '../upload/store-file.ts';
import { type DraftLocation, storeDraft } from './drafts.ts';
import { storeVoice, unfinishedVoice } from './save-drafts.ts';
import './quick.css';

/** Presses longer than this many milliseconds stop recording on release. */
const HOLD_MS = 500;
/** Milliseconds between draft writes, the most that is lost when the page is killed. */
const PART = 2_000;

export type VoiceFieldProps = {
  projectId: string;
  pinId: string;
  count: number;
  /** Where the recording is stored while it runs. */
  drafts: DraftLocation | undefined;
  onRestored: () => void;
  /** The task the note belongs to when it is saved; null for the pin. */
  taskOf: () => string | null;
};

export function VoiceField({ projectId, pinId, count, drafts, onRestored, taskOf }: VoiceFieldProps) {
  const t = useT();
  const act = useAct(projectId);
  const words = useProblemWords();
  const [heard, setHeard] = useState<{ stream: MediaStream; running: Running }>();
  const [asking, setAsking] = useState(false);
  const late = useRef(heard);
  late.current = heard;
  const gone = useRef(false);
  const pressedAt = useRef<number>(undefined);
  const elapsed = useElapsed(heard !== undefined);

  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
      late.current?.running.stop();
    };
  }, []);

  const keep = async (file: File) => {
    const problem = await storeVoice({ projectId, pinId }, act, file, taskOf());
    if (problem) showToast({ kind: 'error', text: words(file.name, problem) });
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the draft lock is held
  useEffect(() => {
    if (!drafts) return;
    const bringBack = async () => {
      const file = await unfinishedVoice(drafts);
      if (!file) return;
      await keep(file);
      onRestored();
    };
    void bringBack().catch(() => undefined);
  }, [drafts]);
  const written = useRef(0);
  const onRecordedSoFar: OnRecorded = (pieces, about) => {
    const now = performance.now();
    if (!drafts || now - written.current < PART) return;
    written.current = now;
    void storeDraft(drafts, 'voice', about, pieces);
  };
  const begin = async () => {
    setAsking(true);
    let stream: MediaStream | undefined;
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true });
      const name = `${t('media.capture.name.audio')} ${stamp(new Date())}`;
      const running = gone.current ? undefined : record(stream, 'audio', name, onRecordedSoFar);
      if (!running) return;
      setHeard({ stream, running });
      setAsking(false);
      const file = await running.done;
      setHeard(undefined);
      await keep(file);
    } catch (error) {
      const problem = error instanceof DOMException ? t(`media.capture.${problemOf(error)}`) : failureText(t, error);
      showToast({ kind: 'error', text: problem });
    } finally {
      setAsking(false);
      for (const track of stream?.getTracks() ?? []) track.stop();
    }
  };

  if (writable('audio') === undefined) return null;
  return (
    <Stack fluid gap={1} className="quick-voice">
      <Button
        size="l"
        wide
        kind={heard ? 'danger' : 'default'}
        icon={heard ? StopIcon : MicrophoneIcon}
        onPressStart={() => {
          if (heard || asking) return;
          pressedAt.current = performance.now();
          void begin();
        }}
        onPressEnd={() => {
          const from = pressedAt.current;
          pressedAt.current = undefined;
          if (from === undefined || performance.now() - from > HOLD_MS) heard?.running.stop();
        }}
      >
        {heard ? t('pin.quick.stop', { time: clock(elapsed) }) : t('pin.quick.speak')}
      </Button>
      {heard ? (
        <LevelMeter stream={heard.stream} />
      ) : (
        <p className="ui-help">
          {count > 0 ? t('pin.quick.notes', { count }) : t('pin.quick.hold', { time: clock(longest('audio')) })}
        </p>
      )}
    </Stack>
  );
}
