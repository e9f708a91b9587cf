// Recording formats: one that every browser can play where this one can write it, and how long a recording may be. Pure
// apart from asking the browser what it can write.
import type { Purpose } from '@plumbline/core/features/uploads/limits';
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';

export type Recorded = 'video' | 'audio';

/** The first type the browser can write is used: MP4 plays everywhere, WebM almost everywhere. */
const TYPES: Record<Recorded, readonly string[]> = {
  video: [
    'video/mp4;codecs=avc1.42E01F,mp4a.40.2',
    'video/mp4',
    'video/webm;codecs=vp9,opus',
    'video/webm;codecs=vp8,opus',
    'video/webm',
  ],
  audio: ['audio/mp4;codecs=mp4a.40.2', 'audio/mp4', 'audio/webm;codecs=opus', 'audio/webm', 'audio/ogg;codecs=opus'],
};

/** Bits per second. */
export const RATES: Record<Recorded, { video: number; audio: number }> = {
  video: { video: 1_500_000, audio: 64_000 },
  audio: { video: 0, audio: 48_000 },
};

/** The purpose a recording is uploaded for. */
export const PURPOSE_OF = { video: 'video', audio: 'file' } as const satisfies Record<Recorded, Purpose>;

/** Milliseconds: the whole recording is in the memory of the device until it has ended. */
const MAX_MS = 30 * 60_000;

/** Share of the upload limit to plan for, because recorders exceed the requested bitrate. */
const BITRATE_SHARE = 0.75;

/** Maximum duration of a recording in milliseconds. */
export function longest(kind: Recorded): number {
  const { video, audio } = RATES[kind];
  const seconds = (UPLOAD_LIMITS[PURPOSE_OF[kind]] * BITRATE_SHARE * 8) / (video + audio);
  return Math.min(MAX_MS, Math.floor(seconds / 5) * 5_000);
}

export function typeFor(kind: Recorded, writes: (type: string) => boolean): string | undefined {
  return TYPES[kind].find(writes);
}

/** Formats as `1:05`. */
export function clock(milliseconds: number): string {
  const seconds = Math.floor(milliseconds / 1_000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
