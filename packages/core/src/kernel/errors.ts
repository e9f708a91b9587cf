// The closed catalogue of refusals. A refusal has a code known to clients and locales; a bug is always `internal`.

/** The HTTP status of each code. `retry`: the same request may succeed later without the user changing anything. */
export const ERRORS = {
  bad_request: { status: 400, retry: false },
  invalid_input: { status: 422, retry: false },
  unauthenticated: { status: 401, retry: false },
  invalid_token: { status: 401, retry: false },
  session_ended: { status: 400, retry: false },
  wrong_credentials: { status: 400, retry: false },
  wrong_password: { status: 400, retry: false },
  wrong_code: { status: 400, retry: false },
  second_step_needed: { status: 400, retry: false },
  second_step_required: { status: 403, retry: false },
  codes_locked: { status: 403, retry: false },
  passkey_refused: { status: 400, retry: false },
  too_many_passkeys: { status: 409, retry: false },
  sign_on_failed: { status: 400, retry: false },
  metadata_invalid: { status: 422, retry: false },
  provider_unreachable: { status: 409, retry: true },
  domain_unproven: { status: 409, retry: true },
  domain_taken: { status: 409, retry: false },
  link_used: { status: 400, retry: false },
  not_by_token: { status: 403, retry: false },
  device_limit: { status: 409, retry: false },
  device_revoked: { status: 403, retry: false },
  device_key_required: { status: 403, retry: true },
  network_not_allowed: { status: 403, retry: true },
  network_excludes_you: { status: 422, retry: false },
  forbidden: { status: 403, retry: false },
  account_inactive: { status: 403, retry: false },
  not_entitled: { status: 403, retry: false },
  not_found: { status: 404, retry: false },
  already_exists: { status: 409, retry: false },
  already_changed: { status: 409, retry: false },
  drawing_changed: { status: 409, retry: false },
  key_reused: { status: 409, retry: false },
  pin_locked: { status: 409, retry: false },
  task_locked: { status: 409, retry: false },
  task_waits: { status: 409, retry: false },
  task_circle: { status: 409, retry: false },
  open_tasks: { status: 409, retry: false },
  layer_locked: { status: 409, retry: false },
  plan_updating: { status: 409, retry: true },
  revision_unaligned: { status: 409, retry: false },
  revision_current: { status: 409, retry: false },
  revision_first: { status: 409, retry: false },
  outside_plan: { status: 422, retry: false },
  assignee_needed: { status: 422, retry: false },
  blob_missing: { status: 409, retry: true },
  folder_not_empty: { status: 409, retry: false },
  title_taken: { status: 409, retry: false },
  plan_unsynced: { status: 409, retry: true },
  plan_limit: { status: 409, retry: false },
  project_inactive: { status: 409, retry: false },
  project_limit: { status: 409, retry: false },
  last_administrator: { status: 409, retry: false },
  sole_administrator: { status: 409, retry: false },
  last_owner: { status: 409, retry: false },
  own_account: { status: 409, retry: false },
  state_unfit: { status: 409, retry: false },
  licence_limit: { status: 409, retry: false },
  licence_needed: { status: 403, retry: false },
  licence_mobile: { status: 403, retry: false },
  licence_expired: { status: 403, retry: false },
  team_occupied: { status: 409, retry: false },
  team_unfit: { status: 409, retry: false },
  import_finished: { status: 409, retry: false },
  sheet_number_taken: { status: 409, retry: false },
  template_invalid: { status: 422, retry: false },
  template_type_differs: { status: 409, retry: false },
  share_ended: { status: 410, retry: false },
  report_not_ready: { status: 409, retry: true },
  converter_absent: { status: 409, retry: false },
  upload_offset: { status: 409, retry: true },
  upload_checksum: { status: 460, retry: true },
  upload_locked: { status: 423, retry: true },
  upload_gone: { status: 410, retry: false },
  too_large: { status: 413, retry: false },
  unsupported_type: { status: 415, retry: false },
  file_infected: { status: 422, retry: false },
  link_expired: { status: 403, retry: false },
  rate_limited: { status: 429, retry: true },
  download_damaged: { status: 502, retry: true },
  device_full: { status: 507, retry: true },
  no_space: { status: 507, retry: true },
  quota_reached: { status: 413, retry: false },
  store_unavailable: { status: 503, retry: true },
  unavailable: { status: 503, retry: true },
  internal: { status: 500, retry: true },
} as const satisfies Record<string, { status: number; retry: boolean }>;

export type ErrorCode = keyof typeof ERRORS;

/** Why a field was refused; the outcome code shown beside the field. */
export type FieldOutcome =
  | 'REQUIRED'
  | 'TOO_SHORT'
  | 'TOO_LONG'
  | 'TOO_SMALL'
  | 'TOO_BIG'
  | 'NOT_VALID'
  | 'BEFORE_START'
  | 'ALREADY_IN_USE'
  | 'EMPTY'
  | 'UNKNOWN'
  | 'NOT_MATCH'
  | 'NOT_CONTAINING_REQUIRED_VALUES'
  | 'CONTAINS_NAME'
  | 'TOO_COMMON'
  | 'SAME_AS_BEFORE';

export type FieldProblem = { path: string; outcome: FieldOutcome };

export type ErrorDetails = {
  fields?: FieldProblem[];
  /** Values a message may include, e.g. `{ open: 3 }`. */
  params?: Record<string, string | number>;
  /** Seconds to wait before a retry makes sense. */
  retryAfter?: number;
};

/** A refusal: thrown by rules, rolled back by stores, shown to the user by its code. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details: ErrorDetails;
  constructor(code: ErrorCode, details: ErrorDetails = {}) {
    super(code);
    this.name = 'AppError';
    this.code = code;
    this.details = details;
  }
  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** Throws `invalid_input` with these field problems. */
export function refuseFields(...fields: FieldProblem[]): never {
  throw new AppError('invalid_input', { fields });
}

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(ERRORS, value);
}
