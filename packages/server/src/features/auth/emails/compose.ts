// Account emails: catalog texts in the reader's language, as plain text and equivalent HTML.
import type { TextKey } from '@plumbline/locales/keys';
import { firstLetters, type RenderedEmail, renderEmail, stripControlCharacters } from '../../../email/email-layout.ts';
import { textsIn } from '../../../http/texts.ts';

export const MAIL_KINDS = [
  'activate',
  'invited',
  'accountExists',
  'passwordReset',
  'passwordChanged',
  'confirmEmail',
  'emailChanging',
  'emailChanged',
  'codesLocked',
  'passkeyAdded',
  'secondStepOn',
  'secondStepOff',
  'secondStepEnding',
  'recoveryUsed',
  'sessionReused',
] as const;
export type MailKind = (typeof MAIL_KINDS)[number];

export type MailOrder = {
  kind: MailKind;
  to: string;
  language: string;
  params: Record<string, string | number>;
  /** Target of the button; absolute. */
  link?: string;
};

const MAX_VALUE = 120;

/** Keeps user-supplied values on one line and prevents mail clients from turning them into links. */
const tame = (value: string | number): string | number =>
  typeof value === 'number'
    ? value
    : firstLetters(stripControlCharacters(value).replaceAll(/\n|:\/\/|\bwww\./giu, ' '), MAX_VALUE);

export function composeMail({ kind, language, params, link }: MailOrder): RenderedEmail {
  const t = textsIn(language);
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, tame(value)]));
  const say = (part: string) => t(`mail.${kind}.${part}` as TextKey, values);
  const greeting = values.name ? t('mail.greeting', { name: values.name }) : t('mail.greetingPlain');
  const hint = t('mail.linkHint');
  return renderEmail(t, {
    subject: say('subject'),
    paragraphs: [greeting, ...say('text').split('\n\n')],
    ...(link !== undefined && { action: { label: say('action'), link, hint } }),
    footer: t('mail.footer'),
  });
}
