// Camera and microphone stream, open while a component is mounted.
import { useEffect, useState } from 'react';

export type StreamProblem = 'denied' | 'missing' | 'busy';

const PROBLEMS: Record<string, StreamProblem> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'missing',
  OverconstrainedError: 'missing',
};

/** Why the camera or microphone is unavailable. */
export const problemOf = (error: unknown): StreamProblem =>
  PROBLEMS[error instanceof DOMException ? error.name : ''] ?? 'busy';

export type StreamRequest = { kind: 'photo' | 'video' | 'audio'; facing: 'environment' | 'user' };

function constraints({ kind, facing }: StreamRequest): MediaStreamConstraints {
  if (kind === 'audio') return { audio: true };
  // A video must stay small enough to upload; a photo should have as much detail as possible.
  const size =
    kind === 'photo'
      ? { width: { ideal: 4_096 }, height: { ideal: 3_072 } }
      : { width: { ideal: 854 }, height: { ideal: 480 } };
  return { video: { facingMode: facing, ...size }, audio: kind === 'video' };
}

export function useStream({ kind, facing }: StreamRequest) {
  const [stream, setStream] = useState<MediaStream>();
  const [problem, setProblem] = useState<StreamProblem>();
  useEffect(() => {
    let left = false;
    let mine: MediaStream | undefined;
    setStream(undefined);
    setProblem(undefined);
    const devices = navigator.mediaDevices as MediaDevices | undefined;
    if (!devices) {
      setProblem('missing');
      return;
    }
    devices.getUserMedia(constraints({ kind, facing })).then(
      (found) => {
        mine = found;
        if (left) for (const track of found.getTracks()) track.stop();
        else setStream(found);
      },
      (error: unknown) => {
        if (!left) setProblem(problemOf(error));
      },
    );
    return () => {
      left = true;
      for (const track of mine?.getTracks() ?? []) track.stop();
    };
  }, [kind, facing]);
  return { stream, problem };
}
