// The maximum file sizes of this installation in bytes, which the page names where the operator has changed them.
import { DEFAULT_UPLOAD_LIMITS, readUploadLimits, type UploadLimits } from '@plumbline/core/features/uploads/limits';

const set = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="plumbline-upload-limits"]')?.content;

export const UPLOAD_LIMITS: UploadLimits = readUploadLimits(set ?? '') ?? DEFAULT_UPLOAD_LIMITS;
