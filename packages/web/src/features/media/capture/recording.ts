// One recording of a stream: until somebody stops it, its time is over or it is as large as may be sent. Knows no screen.
import { UPLOAD_LIMITS } from '@plumbline/core/features/uploads/limits';
import { longest, RATES, type Recorded, typeFor } from './formats.ts';

/** Milliseconds between the pieces a recorder hands over, and bytes that end a recording. */
const PIECE = 500;
const FULL = UPLOAD_LIMITS.file * 0.94;

const ENDINGS: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/webm': 'weba',
  'audio/ogg': 'ogg',
};

export type Running = { stop: () => void; done: Promise<File> };

/** What this browser would record as; undefined where it cannot. */
export const writable = (kind: Recorded): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : typeFor(kind, (one) => MediaRecorder.isTypeSupported(one));

/** What has been recorded so far, to be kept elsewhere. */
export type Heard = (pieces: readonly Blob[], about: { name: string; mime: string }) => void;

/** Begins to record; undefined where this browser cannot. `done` is the whole recording, once it has ended. */
export function record(stream: MediaStream, kind: Recorded, name: string, heard?: Heard): Running | undefined {
  const type = writable(kind);
  if (type === undefined) return undefined;
  const mime = type.split(';')[0] ?? type;
  const about = { name: `${name}.${ENDINGS[mime] ?? 'bin'}`, mime };
  const pieces: Blob[] = [];
  let bytes = 0;
  const rates = RATES[kind];
  const recorder = new MediaRecorder(stream, {
    mimeType: type,
    audioBitsPerSecond: rates.audio,
    ...(kind === 'video' && { videoBitsPerSecond: rates.video }),
  });
  const stop = () => {
    if (recorder.state !== 'inactive') recorder.stop();
  };
  recorder.ondataavailable = ({ data }) => {
    pieces.push(data);
    bytes += data.size;
    if (bytes > FULL) stop();
    else if (recorder.state === 'recording') heard?.(pieces, about);
  };
  const tooLong = setTimeout(stop, longest(kind));
  const done = new Promise<File>((resolve) => {
    recorder.onstop = () => {
      clearTimeout(tooLong);
      resolve(new File(pieces, about.name, { type: mime }));
    };
  });
  recorder.start(PIECE);
  return { stop, done };
}
