// The layout of an email: the same content as plain text and as branded HTML, light or dark as the mail program is.
import { localeTag } from '@plumbline/locales/languages';
import { withClosedIsolates } from '@plumbline/locales/one-line';
import type { Translator } from '@plumbline/locales/translate';

/** `photo`: the `cid` of an attached photo, shown beside the text. `facts` are shown below it. */
export type EmailLine = { text: string; facts?: string; detail?: string; link?: string; photo?: string };

export type EmailMessage = {
  subject: string;
  paragraphs: readonly string[];
  /** Lists with headings; each line may have a link. */
  sections?: readonly { title: string; lines: readonly EmailLine[] }[];
  /** `hint` introduces the address itself, for mail programs in which the button does not work. */
  action?: { label: string; link: string; hint?: string };
  footer: string;
  /** A second, less prominent link below. */
  footerLink?: { label: string; link: string };
};

export type RenderedEmail = { subject: string; text: string; html: string };

const MAX_SUBJECT = 250;
const MAX_SHORT_TITLE = 80;

const letters = new Intl.Segmenter();

/** The first `most` letters as readers count them, so that no emoji is cut in two. */
export function firstLetters(text: string, most: number): string {
  if (text.length <= most) return text;
  const all = Array.from(letters.segment(text), ({ segment }) => segment);
  return all.length <= most ? text : `${all.slice(0, most - 1).join('')}…`;
}

/** A title as a subject names it: what follows it stays in view in a list of emails. */
export const shortTitle = (title: string): string => firstLetters(title, MAX_SHORT_TITLE);

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? sign);

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const WRAP = 'overflow-wrap:break-word;word-break:break-word';
const INK = '#1d1c1a';
const MUTED_COLOUR = '#5d5a54';
const BRAND = '#0e5565';
const LINE = 'border-top:1px solid #e4e1da';

/** Mail programs without support for it show the light colours of the elements. */
const STYLE = `<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.ground{padding:0!important}.card{border-radius:0!important}.inside{padding:24px 20px!important}}
@media (prefers-color-scheme:dark){.ground{background:#151412!important}.card{background:#1d1b19!important}.ink{color:#f3f0ea!important}.muted{color:#c0b9ae!important}.brand{color:#80c5d3!important}.line{border-color:#322f2a!important}.button{background:#1b6b7c!important}}
</style>`;

/** What joins letters and emoji, and line breaks. */
const ALLOWED_CONTROLS = /[\n\u200c\u200d]/u;
const TAGS = /[\u{e0020}-\u{e007f}]/gu;

/**
 * Removes control characters, which could hide or reorder text, except those that a text needs and the isolates that the
 * translator puts around values written from right to left.
 */
export function stripControlCharacters(text: string): string {
  return withClosedIsolates(
    text
      .replaceAll(TAGS, '')
      .replaceAll(/(?![\u2068\u2069])[\p{Cc}\p{Cf}]/gu, (sign) => (ALLOWED_CONTROLS.test(sign) ? sign : ' ')),
  );
}

export function renderEmail(t: Translator, letter: EmailMessage): RenderedEmail {
  const subject = firstLetters(stripControlCharacters(letter.subject).replaceAll('\n', ' '), MAX_SUBJECT);
  return { subject, text: plain(letter), html: html(t, subject, letter) };
}

function plain({ paragraphs, sections = [], action, footer, footerLink }: EmailMessage): string {
  const lists = sections.map(({ title, lines }) =>
    [
      title,
      ...lines.map(({ text, facts, detail, link }) =>
        `- ${[text, facts, detail, link].filter(Boolean).join('\n')}`.replaceAll('\n', '\n  '),
      ),
    ].join('\n'),
  );
  const end = ['-- ', footer, ...(footerLink ? [`${footerLink.label}: ${footerLink.link}`] : [])].join('\n');
  const button = action ? [`${action.label}:\n${action.link}`] : [];
  return stripControlCharacters([...paragraphs, ...lists, ...button, end].join('\n\n'));
}

const styled = (size: number, colour: string, more = '') =>
  `${FONT};font-size:${size}px;line-height:1.5;color:${colour};${more}`;

const lined = (text: string): string => escapeHtml(stripControlCharacters(text)).replaceAll('\n', '<br>');

/** What people wrote has its own direction. */
const below = (text: string | undefined, dir = 'ltr'): string =>
  text
    ? `<span dir="${dir}" class="muted" style="display:block;color:${MUTED_COLOUR};font-size:14px">${lined(text)}</span>`
    : '';

function row({ text, facts, detail, link, photo }: EmailLine): string {
  const words = link
    ? `<a href="${escapeHtml(link)}" class="brand" style="color:${BRAND};text-decoration:none;font-weight:600">${lined(text)}</a>`
    : lined(text);
  const more = below(facts) + below(detail, 'auto');
  const side = photo
    ? `<td width="84" valign="top" class="line" style="padding:10px 12px 10px 0;${LINE}"><img src="cid:${escapeHtml(photo)}" width="72" height="72" alt="" style="display:block;border-radius:8px"></td>`
    : '';
  const span = photo ? '' : ' colspan="2"';
  return `<tr>${side}<td${span} valign="top" class="ink line" style="padding:10px 0;${LINE};${WRAP};${styled(15, INK)}">${words}${more}</td></tr>`;
}

function button({ label, link, hint }: NonNullable<EmailMessage['action']>): string {
  const address = hint
    ? `\n<p class="muted" style="margin:0 0 16px;${styled(13, MUTED_COLOUR)}">${escapeHtml(hint)}<br><a href="${escapeHtml(link)}" class="brand" style="color:${BRAND};word-break:break-all">${escapeHtml(link)}</a></p>`
    : '';
  return `<p style="margin:24px 0"><a href="${escapeHtml(link)}" class="button" style="display:inline-block;padding:14px 24px;border-radius:8px;background:${BRAND};${styled(16, '#ffffff', 'font-weight:600;text-decoration:none')}">${escapeHtml(label)}</a></p>${address}`;
}

function html(
  t: Translator,
  subject: string,
  { paragraphs, sections = [], action, footer, footerLink }: EmailMessage,
): string {
  const said = paragraphs.map(
    (paragraph) => `<p class="ink" style="margin:0 0 16px;${WRAP};${styled(16, INK)}">${lined(paragraph)}</p>`,
  );
  const lists = sections.map(
    ({ title, lines }) =>
      `<h2 dir="auto" class="muted" style="margin:24px 0 8px;${WRAP};${styled(15, MUTED_COLOUR, 'font-weight:600')}">${lined(title)}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><colgroup><col width="84"><col></colgroup>${lines.map(row).join('')}</table>`,
  );
  const last = footerLink
    ? `<br><a href="${escapeHtml(footerLink.link)}" class="brand" style="color:${BRAND}">${escapeHtml(footerLink.label)}</a>`
    : '';
  return `<!doctype html>
<html lang="${localeTag(t.language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${escapeHtml(subject)}</title>
${STYLE}</head>
<body class="ground" style="margin:0;padding:0;background:#f4f2ee">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="table-layout:fixed"><tr><td align="center" class="ground" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="card" style="table-layout:fixed;max-width:560px;background:#ffffff;border-radius:12px"><tr><td class="inside" style="padding:32px;text-align:start">
<p class="brand" style="margin:0 0 24px;${styled(18, BRAND, 'font-weight:700')}">Plumbline</p>
<h1 class="ink" style="margin:0 0 20px;${FONT};${WRAP};font-size:22px;line-height:28px;color:${INK}">${escapeHtml(subject)}</h1>
${[...said, ...lists, action ? button(action) : ''].join('\n')}
<p class="muted line" style="margin:24px 0 0;padding-top:16px;${LINE};${styled(13, MUTED_COLOUR)}">${lined(footer)}${last}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
