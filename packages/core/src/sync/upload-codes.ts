// The codes 1 to 30 that identify why a change of a pin, its media, a task, a group or a dataset could not be uploaded:
// six reasons for each of the five kinds, in this order.
import { ERRORS, type ErrorCode } from '../kernel/errors.ts';

export const UPLOAD_KINDS = ['pin', 'media', 'task', 'group', 'dataset'] as const;
export type UploadKind = (typeof UPLOAD_KINDS)[number];
export const UPLOAD_REASONS = ['permission', 'missing', 'conflict', 'invalid', 'file', 'server'] as const;
export type UploadReason = (typeof UPLOAD_REASONS)[number];

/** By the API name of the action, or else by its first part. */
const KINDS: Readonly<Record<string, UploadKind>> = {
  'pin.linkRecord': 'dataset',
  pin: 'pin',
  comment: 'pin',
  markup: 'pin',
  post: 'media',
  task: 'task',
  group: 'group',
};

/** The kind of what an action changes; undefined for what has no upload codes, such as plans. */
export const uploadKind = (action: string): UploadKind | undefined =>
  KINDS[action] ?? KINDS[action.split('.')[0] ?? ''];

const ABOUT_FILE: ReadonlySet<ErrorCode> = new Set([
  'blob_missing',
  'upload_offset',
  'upload_checksum',
  'upload_locked',
  'upload_gone',
  'too_large',
  'unsupported_type',
  'file_infected',
  'device_full',
  'no_space',
  'quota_reached',
]);

export function uploadReason(code: ErrorCode): UploadReason {
  if (ABOUT_FILE.has(code)) return 'file';
  const { status } = ERRORS[code];
  if (status === 401 || status === 403) return 'permission';
  if (status === 404 || status === 410) return 'missing';
  if (status === 409) return 'conflict';
  return status >= 500 || status === 429 ? 'server' : 'invalid';
}

/** 1 to 30. */
export const uploadCode = (kind: UploadKind, reason: UploadReason): number =>
  UPLOAD_KINDS.indexOf(kind) * UPLOAD_REASONS.length + UPLOAD_REASONS.indexOf(reason) + 1;

/** Whose own texts already say what to do. */
const SAYS_WHAT_TO_DO: ReadonlySet<ErrorCode> = new Set([
  'pin_locked',
  'task_locked',
  'layer_locked',
  'plan_updating',
  'project_inactive',
  'assignee_needed',
  'device_full',
  'no_space',
  'quota_reached',
]);

/** What the user can do about the refusal, where the text of its code does not say it. */
export function uploadHint(code: ErrorCode): Exclude<UploadReason, 'permission' | 'server'> | undefined {
  const reason = uploadReason(code);
  return reason === 'permission' || reason === 'server' || SAYS_WHAT_TO_DO.has(code) ? undefined : reason;
}
