import { expect, test } from 'vitest';
import { textsIn } from '../http/texts.ts';
import { type EmailMessage, renderEmail, shortTitle } from './email-layout.ts';

const render = (message: Partial<EmailMessage>) =>
  renderEmail(textsIn('en'), { subject: 'News', paragraphs: [], footer: 'The end', ...message });

const FAMILY = '👩‍👩‍👧';

test('joined emoji are kept whole, even where a title is cut', () => {
  const { subject, text, html } = render({ subject: `Socket ${FAMILY}`, paragraphs: [FAMILY] });
  expect(subject).toBe(`Socket ${FAMILY}`);
  for (const words of [text, html]) expect(words).toContain(FAMILY);
  expect(shortTitle(FAMILY.repeat(80))).toBe(FAMILY.repeat(80));
  expect(shortTitle(FAMILY.repeat(81))).toBe(`${FAMILY.repeat(79)}…`);
});

test('characters that hide or reorder text are removed', () => {
  const { subject, text, html } = render({ subject: 'a\u202eb\nc', paragraphs: ['d\u2066e\u200bf'] });
  expect(subject).toBe('a b c');
  for (const words of [text, html]) expect(words).toContain('d e f');
});

test('a right-to-left title keeps its order, unless it would reorder the text around it', () => {
  expect(render({ subject: 'Anna: \u2068כותרת\u2069 12' }).subject).toBe('Anna: \u2068כותרת\u2069 12');
  for (const open of ['a \u2068b', 'a\u2069 \u2068b'])
    expect(render({ subject: open }).subject).toBe(open.replaceAll(/[\u2068\u2069]/gu, ''));
});

test('details of a line are indented in plain text, and user text has its own direction in HTML', () => {
  const line = { text: 'Anna commented', facts: 'Kitchen', detail: 'one\ntwo', link: 'https://plans.example/x' };
  const { text, html } = render({ sections: [{ title: 'Site', lines: [line] }] });
  expect(text).toContain('Site\n- Anna commented\n  Kitchen\n  one\n  two\n  https://plans.example/x');
  expect(html).toMatch(/<span dir="auto"[^>]*>one<br>two<\/span>/u);
  expect(html).toMatch(/<span dir="ltr"[^>]*>Kitchen<\/span>/u);
});
