// Registration form data, validated before it is sent, and the country it starts with. No network.
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

/** All ISO 3166-1 countries. */
export const COUNTRY_CODES: readonly string[] =
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'.split(
    ' ',
  );

const position = (): Promise<GeolocationPosition> =>
  new Promise((resolve, reject) =>
    navigator.geolocation.getCurrentPosition(resolve, reject, { maximumAge: 3_600_000, timeout: 15_000 }),
  );

/**
 * The country the device is in; undefined at sea. Makes no network requests. Throws when the position is unavailable.
 */
export async function countryHere(): Promise<string | undefined> {
  const { coords } = await position();
  const { iso1A2Code } = await import('@rapideditor/country-coder');
  const found = iso1A2Code([coords.longitude, coords.latitude], { level: 'territory' });
  return found !== null && COUNTRY_CODES.includes(found) ? found : undefined;
}
