// The error format of the token endpoints (RFC 6749, 5.2), in addition to the problem fields of every endpoint.
import type { ErrorCode } from '@plumbline/core/kernel/errors';

const ERRORS: Partial<Record<ErrorCode, string>> = {
  wrong_credentials: 'invalid_grant',
  wrong_code: 'invalid_grant',
  passkey_refused: 'invalid_grant',
  second_step_needed: 'mfa_required',
  codes_locked: 'access_denied',
  session_ended: 'invalid_grant',
  sign_on_failed: 'invalid_grant',
  unauthenticated: 'invalid_client',
  invalid_token: 'invalid_token',
  account_inactive: 'access_denied',
  not_entitled: 'access_denied',
  forbidden: 'access_denied',
  rate_limited: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  internal: 'server_error',
};

export const isTokenCall = (url: string): boolean => url.startsWith('/api/oauth/');

/** Clients look up their message by the description, with underscores instead of spaces. */
export function oauthForm(code: ErrorCode, detail: string): { error: string; error_description: string } {
  return { error: ERRORS[code] ?? 'invalid_request', error_description: detail };
}
