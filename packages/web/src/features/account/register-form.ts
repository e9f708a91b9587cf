// Registration form data, validated before it is sent. No DOM, no network.
import { ORIGINATION_CODES, type OriginationCode, registration } from '@plumbline/core/features/account/entry-contract';

export type RegisterDraft = {
  firstName: string;
  lastName: string;
  organisationName: string;
  countryCode: string | null;
  phone: string;
  email: string;
  originationCode: OriginationCode | null;
  terms: boolean;
  privacy: boolean;
};
export type RegisterField = keyof RegisterDraft;

export const EMPTY: RegisterDraft = {
  firstName: '',
  lastName: '',
  organisationName: '',
  countryCode: null,
  phone: '',
  email: '',
  originationCode: null,
  terms: false,
  privacy: false,
};

export const isOrigin = (text: string): text is OriginationCode =>
  (ORIGINATION_CODES as readonly string[]).includes(text);

/** The request body for the server. */
export function registrationOf(draft: RegisterDraft, language: string) {
  const { terms, privacy, ...rest } = draft;
  return {
    ...rest,
    email: draft.email.trim(),
    language,
    termsAndConditionsAccepted: terms,
    privacyPolicyAccepted: privacy,
  };
}

/** The fields that are invalid, each with its outcome code. */
export function registerProblems(
  draft: RegisterDraft,
  language: string,
): Partial<Record<RegisterField, 'REQUIRED' | 'NOT_VALID'>> {
  const judged = registration.safeParse(registrationOf(draft, language));
  const wrong = new Set(judged.error?.issues.map((issue) => String(issue.path[0])));
  const fields = (Object.keys(draft) as RegisterField[]).filter((field) =>
    wrong.has(field === 'terms' ? 'termsAndConditionsAccepted' : field === 'privacy' ? 'privacyPolicyAccepted' : field),
  );
  return Object.fromEntries(
    fields.map((field) => {
      const value = draft[field];
      return [field, typeof value === 'string' && value.trim() !== '' ? 'NOT_VALID' : 'REQUIRED'];
    }),
  );
}
