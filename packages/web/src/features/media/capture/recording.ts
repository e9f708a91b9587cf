// Records a stream until it is stopped, or the time or upload limit is reached. Has no UI.
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';
import { longest, PURPOSE_OF, RATES, type Recorded, typeFor } from './formats.ts';

/** Milliseconds between recorded chunks, and the share of the upload limit at which a recording ends. */
const CHUNK_MS = 500;
const FULL_SHARE = 0.94;

const ENDINGS: Record<string, string> = {
  'video/mp4': 'mp4',
  'video/webm': 'webm',
  'audio/mp4': 'm4a',
  'audio/webm': 'weba',
  'audio/ogg': 'ogg',
};

export type Running = { stop: () => void; done: Promise<File> };

/** The media type this browser records; undefined if it cannot. */
export const writable = (kind: Recorded): string | undefined =>
  typeof MediaRecorder === 'undefined' ? undefined : typeFor(kind, (one) => MediaRecorder.isTypeSupported(one));

/** Receives everything recorded so far, to be stored as a draft. */
export type OnRecorded = (pieces: readonly Blob[], about: { name: string; mime: string }) => void;

/** Starts recording; undefined if this browser cannot. `done` resolves with the whole recording once it has ended. */
export function record(stream: MediaStream, kind: Recorded, name: string, heard?: OnRecorded): Running | undefined {
  const type = writable(kind);
  if (type === undefined) return undefined;
  const mime = type.split(';')[0] ?? type;
  const about = { name: `${name}.${ENDINGS[mime] ?? 'bin'}`, mime };
  const pieces: Blob[] = [];
  let bytes = 0;
  const rates = RATES[kind];
  const full = UPLOAD_LIMITS[PURPOSE_OF[kind]] * FULL_SHARE;
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
    if (bytes > full) stop();
    else if (recorder.state === 'recording') heard?.(pieces, about);
  };
  const tooLong = setTimeout(stop, longest(kind));
  const done = new Promise<File>((resolve) => {
    recorder.onstop = () => {
      clearTimeout(tooLong);
      resolve(new File(pieces, about.name, { type: mime }));
    };
  });
  recorder.start(CHUNK_MS);
  return { stop, done };
}
