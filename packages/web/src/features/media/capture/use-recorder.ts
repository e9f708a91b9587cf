// Records a stream until somebody stops it, its time is over or it is as large as may be sent.
import { UPLOAD_LIMITS } from '@plumbline/core/features/uploads/limits';
import { useEffect, useRef, useState } from 'react';
import { longest, RATES, type Recorded, typeFor } from './formats.ts';

/** Milliseconds between the pieces a recorder hands over, and of bytes that end a recording. */
const PIECE = 500;
const FULL = UPLOAD_LIMITS.file * 0.94;

export type Recording = {
  elapsed: number;
  start: () => void;
  stop: () => void;
  isRunning: boolean;
  isPossible: boolean;
};

const endings: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/webm': 'weba',
  'audio/ogg': 'ogg',
};

export function useRecorder(
  stream: MediaStream | undefined,
  kind: Recorded,
  name: string,
  onDone: (file: File) => void,
): Recording {
  const recorder = useRef<MediaRecorder>(undefined);
  const [elapsed, setElapsed] = useState(0);
  const [isRunning, setRunning] = useState(false);
  const type =
    typeof MediaRecorder === 'undefined' ? undefined : typeFor(kind, (one) => MediaRecorder.isTypeSupported(one));

  useEffect(() => {
    if (!isRunning) return;
    const from = performance.now();
    const timer = setInterval(() => {
      const now = performance.now() - from;
      setElapsed(now);
      if (now >= longest(kind)) recorder.current?.stop();
    }, 100);
    return () => clearInterval(timer);
  }, [isRunning, kind]);

  useEffect(
    () => () => {
      // Whoever leaves has not recorded anything.
      const left = recorder.current;
      if (left && left.state !== 'inactive') {
        left.onstop = null;
        left.stop();
      }
    },
    [],
  );

  const start = () => {
    if (!stream || type === undefined) return;
    const pieces: Blob[] = [];
    let bytes = 0;
    const rates = RATES[kind];
    const made = new MediaRecorder(stream, {
      mimeType: type,
      audioBitsPerSecond: rates.audio,
      ...(kind === 'video' && { videoBitsPerSecond: rates.video }),
    });
    made.ondataavailable = ({ data }) => {
      pieces.push(data);
      bytes += data.size;
      if (bytes > FULL && made.state === 'recording') made.stop();
    };
    made.onstop = () => {
      setRunning(false);
      const mime = type.split(';')[0] ?? type;
      onDone(new File(pieces, `${name}.${endings[mime] ?? 'bin'}`, { type: mime }));
    };
    recorder.current = made;
    made.start(PIECE);
    setElapsed(0);
    setRunning(true);
  };
  return { elapsed, start, stop: () => recorder.current?.stop(), isRunning, isPossible: type !== undefined };
}
