// Account emails: catalog texts in the reader's language, as plain text and equivalent HTML.
import type { TextKey } from '@plumbline/locales/keys';
import { localeTag } from '@plumbline/locales/languages';
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

export type Composed = { subject: string; text: string; html: string };

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? sign);

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

/** Keeps user-supplied values on one line and prevents mail clients from turning them into links. */
const tame = (value: string | number): string | number =>
  typeof value === 'number'
    ? value
    : value
        .replaceAll(/[\p{Cc}\p{Cf}]/gu, ' ')
        .replaceAll(/:\/\/|\bwww\./giu, ' ')
        .slice(0, 120);

export function composeMail({ kind, language, params, link }: MailOrder): Composed {
  const t = textsIn(language);
  const values = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, tame(value)]));
  const say = (part: string) => t(`mail.${kind}.${part}` as TextKey, values);
  const subject = say('subject');
  const greeting = values.name ? t('mail.greeting', { name: values.name }) : t('mail.greetingPlain');
  const paragraphs = say('text').split('\n\n');
  const action = link === undefined ? undefined : { label: say('action'), link };
  const footer = t('mail.footer');
  const text = [
    greeting,
    ...paragraphs,
    ...(action ? [`${action.label}:\n${action.link}`] : []),
    `-- \n${footer}`,
  ].join('\n\n');
  const line = (words: string) =>
    `<p style="margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#1d1c1a">${escapeHtml(words)}</p>`;
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.link)}" style="display:inline-block;padding:14px 24px;border-radius:8px;background:#0e5565;color:#ffffff;${FONT};font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p style="margin:0 0 16px;${FONT};font-size:13px;line-height:20px;color:#5d5a54">${escapeHtml(t('mail.linkHint'))}<br><a href="${escapeHtml(action.link)}" style="color:#0e5565;word-break:break-all">${escapeHtml(action.link)}</a></p>`
    : '';
  const html = `<!doctype html>
<html lang="${localeTag(t.language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f4f2ee">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;${FONT};font-size:18px;font-weight:700;color:#0e5565">Plumbline</p>
<h1 style="margin:0 0 20px;${FONT};font-size:22px;line-height:28px;color:#1d1c1a">${escapeHtml(subject)}</h1>
${line(greeting)}
${paragraphs.map(line).join('\n')}
${button}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e4e1da;${FONT};font-size:13px;line-height:20px;color:#5d5a54">${escapeHtml(footer)}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
  return { subject, text, html };
}
