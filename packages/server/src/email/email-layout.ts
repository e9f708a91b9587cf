// The layout of an email: the same content as plain text and as branded HTML.
import { localeTag } from '@plumbline/locales/languages';
import type { Translator } from '@plumbline/locales/translate';

/** `photo`: the `cid` of an attached photo, shown beside the text. `facts` are shown below it. */
export type EmailLine = { text: string; facts?: string; detail?: string; link?: string; photo?: string };

export type EmailMessage = {
  subject: string;
  paragraphs: readonly string[];
  /** Lists with headings; each line may have a link. */
  sections?: readonly { title: string; lines: readonly EmailLine[] }[];
  action?: { label: string; link: string };
  footer: string;
  /** A second, less prominent link below. */
  footerLink?: { label: string; link: string };
};

export type RenderedEmail = { subject: string; text: string; html: string };

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/gu, (sign) => ENTITIES[sign] ?? sign);

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";
const INK = '#1d1c1a';
const MUTED_COLOUR = '#5d5a54';
const BRAND = '#0e5565';

/** Preserves line breaks; removes control characters that could hide or reorder text. */
const stripControlCharacters = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (sign) => (sign === '\n' ? '\n' : ' '));

export function renderEmail(t: Translator, letter: EmailMessage): RenderedEmail {
  const subject = stripControlCharacters(letter.subject).replaceAll('\n', ' ').slice(0, 250);
  return { subject, text: plain(letter), html: html(t, subject, letter) };
}

function plain({ paragraphs, sections = [], action, footer, footerLink }: EmailMessage): string {
  const lists = sections.map(({ title, lines }) =>
    [
      title,
      ...lines.map(({ text, facts, detail, link }) => [`- ${text}`, facts, detail, link].filter(Boolean).join('\n  ')),
    ].join('\n'),
  );
  const end = ['-- ', footer, ...(footerLink ? [`${footerLink.label}: ${footerLink.link}`] : [])].join('\n');
  const button = action ? [`${action.label}:\n${action.link}`] : [];
  return stripControlCharacters([...paragraphs, ...lists, ...button, end].join('\n\n'));
}

const styled = (size: number, colour: string, more = '') =>
  `${FONT};font-size:${size}px;line-height:1.5;color:${colour};${more}`;

const lined = (text: string): string => escapeHtml(stripControlCharacters(text)).replaceAll('\n', '<br>');

function html(
  t: Translator,
  subject: string,
  { paragraphs, sections = [], action, footer, footerLink }: EmailMessage,
): string {
  const said = paragraphs.map((paragraph) => `<p style="margin:0 0 16px;${styled(16, INK)}">${lined(paragraph)}</p>`);
  const lists = sections.map(({ title, lines }) => {
    const rows = lines.map(({ text, facts, detail, link, photo }) => {
      const words = link
        ? `<a href="${escapeHtml(link)}" style="color:${BRAND};text-decoration:none;font-weight:600">${lined(text)}</a>`
        : lined(text);
      const more = [facts, detail]
        .filter((one) => one !== undefined)
        .map((one) => `<br><span style="color:${MUTED_COLOUR};font-size:14px">${lined(one)}</span>`)
        .join('');
      const side = photo
        ? `<td width="84" valign="top" style="padding:10px 12px 10px 0;border-top:1px solid #e4e1da"><img src="cid:${escapeHtml(photo)}" width="72" height="72" alt="" style="display:block;border-radius:8px"></td>`
        : '';
      const span = photo ? '' : ' colspan="2"';
      return `<tr>${side}<td${span} valign="top" style="padding:10px 0;border-top:1px solid #e4e1da;${styled(15, INK)}">${words}${more}</td></tr>`;
    });
    return `<h2 style="margin:24px 0 8px;${styled(15, MUTED_COLOUR, 'font-weight:600')}">${lined(title)}</h2>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0">${rows.join('')}</table>`;
  });
  const button = action
    ? `<p style="margin:24px 0"><a href="${escapeHtml(action.link)}" style="display:inline-block;padding:14px 24px;border-radius:8px;background:${BRAND};${styled(16, '#ffffff', 'font-weight:600;text-decoration:none')}">${escapeHtml(action.label)}</a></p>`
    : '';
  const last = footerLink
    ? `<br><a href="${escapeHtml(footerLink.link)}" style="color:${BRAND}">${escapeHtml(footerLink.label)}</a>`
    : '';
  return `<!doctype html>
<html lang="${localeTag(t.language)}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:0;background:#f4f2ee">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px;background:#ffffff;border-radius:12px"><tr><td style="padding:32px">
<p style="margin:0 0 24px;${styled(18, BRAND, 'font-weight:700')}">Plumbline</p>
<h1 style="margin:0 0 20px;${FONT};font-size:22px;line-height:28px;color:${INK}">${escapeHtml(subject)}</h1>
${[...said, ...lists, button].join('\n')}
<p style="margin:24px 0 0;padding-top:16px;border-top:1px solid #e4e1da;${styled(13, MUTED_COLOUR)}">${lined(footer)}${last}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}
