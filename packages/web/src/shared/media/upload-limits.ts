// What this installation does with uploads, as the page says: the maximum file sizes in bytes where the operator has
// changed them, and whether videos are converted.
import { DEFAULT_UPLOAD_LIMITS, readUploadLimits, type UploadLimits } from '@plumbline/core/features/uploads/limits';

const setting = (name: string): string | undefined =>
  globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="plumbline-${name}"]`)?.content;

export const UPLOAD_LIMITS: UploadLimits = readUploadLimits(setting('upload-limits') ?? '') ?? DEFAULT_UPLOAD_LIMITS;

/** Whether the server converts videos to a format that every browser plays. */
export const CONVERTS_VIDEOS = setting('videos') === 'converted';
