// Each language uses exactly the word that docs/glossary.md lists for a term, e.g. for "pin".
import { readFileSync } from 'node:fs';
import { type MessageFormatElement, parse, TYPE } from '@formatjs/icu-messageformat-parser';
import { describe, expect, test } from 'vitest';
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from './languages.ts';
import { readCatalog } from './read-catalog.ts';

/** Terms that are the same on every screen, in every email and every report. */
const TERMS = [
  ...['project', 'folder', 'plan', 'revision', 'pin', 'task', 'assignee', 'trade', 'category', 'report', 'template'],
  ...['dataset', 'team', 'group', 'subcontractor'],
];

/** Forms whose stem differs from the word in the glossary. */
const FORMS: Partial<Record<Language, Record<string, string[]>>> = {
  de: { plan: ['plän'] },
  hr: { task: ['zadac', 'zadat'], template: ['predloš'] },
  nl: { task: ['taken'] },
  pl: { task: ['zadań'] },
  sr: { task: ['zadac', 'zadat'] },
  tr: { trade: ['iş kol'] },
};

/**
 * Texts that read better without the term: a slogan, a placeholder title, and the site diary, which has its own name in
 * most languages.
 */
const WITHOUT = new Set([
  'auth.welcome',
  'pin.untitled',
  'report.ready.siteDiary',
  'bg error.template_type_differs',
  'bg pin.move.reopen',
  'ro dashboard.furtherCrafts',
  'ru project.moveTitle',
  'ru project.noImports',
]);

/** The fixed words of a text, without its placeholders. */
function said(parts: readonly MessageFormatElement[]): string {
  return parts
    .map((part) => {
      if (part.type === TYPE.literal) return part.value;
      if (part.type === TYPE.tag) return said(part.children);
      if (part.type === TYPE.plural || part.type === TYPE.select)
        return Object.values(part.options)
          .map(({ value }) => said(value))
          .join(' ');
      return ' ';
    })
    .join('');
}

function readGlossary(): Map<string, Record<string, string>> {
  const words = new Map<string, Record<string, string>>();
  let head: string[] = [];
  for (const line of readFileSync(new URL('../../../docs/glossary.md', import.meta.url), 'utf8').split('\n')) {
    const [first = '', ...cells] = line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim());
    if (first === '' && cells.length > 0) head = cells;
    else if (/^[a-z]{2}$/u.test(first))
      words.set(first, {
        ...words.get(first),
        ...Object.fromEntries(head.map((term, place) => [term, cells[place] ?? ''])),
      });
  }
  return words;
}

/** The stem of a word, because words are inflected at their end. */
const stem = (word: string): string => word.slice(0, Math.max(3, word.length - 2));

const glossary = readGlossary();
const english = Object.entries(readCatalog(DEFAULT_LANGUAGE)).map(([key, text]) => [key, said(parse(text))] as const);
const plural = (term: string) => new RegExp(`\\b(?:${term}|${term.replace(/y$/u, 'ie')}s)\\b`, 'iu');

test('the glossary has a word for each term in each language', () => {
  const absent = LANGUAGES.flatMap((language) =>
    TERMS.filter((term) => !glossary.get(language)?.[term]).map((term) => `${language} ${term}`),
  );
  expect(absent).toEqual([]);
});

describe.each(LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE))('%s', (language) => {
  const own = readCatalog(language);
  test.each(TERMS)('%s', (term) => {
    const word = (glossary.get(language)?.[term] ?? '').toLocaleLowerCase(language);
    const forms = [stem(word.split(' ')[0] ?? ''), ...(FORMS[language]?.[term] ?? [])];
    const astray = english
      .filter(([key, text]) => plural(term).test(text) && own[key] !== undefined)
      .filter(([key]) => !WITHOUT.has(key) && !WITHOUT.has(`${language} ${key}`))
      .map(([key, text]) => ({ key, text, its: said(parse(own[key] ?? '')) }))
      .filter(({ its }) => !forms.some((form) => its.toLocaleLowerCase(language).includes(form)))
      .map(({ key, text, its }) => `${key}: "${its}" for "${text}"`);
    expect(astray).toEqual([]);
  });
});

/** Forms of address that a language does not use on these screens; see the end of docs/glossary.md. */
const OTHER_ADDRESS: Partial<Record<Language, RegExp>> = {
  de: /(?<!\p{L})(?:du|dir|dich|dein\p{L}*|gib|wähle|öffne)(?!\p{L})/iu,
  es: /(?<!\p{L})(?:usted|ustedes|inténtelo|introduzca|seleccione|elija)(?!\p{L})/iu,
  fr: /(?<!\p{L})(?:tu|toi|tes|essaie|saisis|réessaie)(?!\p{L})/iu,
  hu: /(?<!\p{L})(?:próbáld|válaszd|nyisd|add meg)(?!\p{L})/iu,
  nl: /(?<!\p{L})(?:u|uw)(?!\p{L})/iu,
  pl: /(?<!\p{L})(?:Ciebie|Tobie|możesz|masz|twoj\p{L}*|twój)(?!\p{L})/iu,
  pt: /(?<!\p{L})(?:tu|teus?|tuas?|podes|escolhes)(?!\p{L})/iu,
  ro: /(?<!\p{L})(?:tău|tăi|încearcă|poți|introdu)(?!\p{L})/iu,
  ru: /(?<!\p{L})(?:ты|тебе|тебя|тво[йяёи]|введи|попробуй|выбери)(?!\p{L})/iu,
  tr: /(?:siniz|sınız|sunuz|sünüz|diğiniz|dığınız|duğunuz|düğünüz)|(?<!\p{L})(?:deneyin|girin|seçin|isteyin|gönderin)(?!\p{L})/iu,
};

test.each(Object.entries(OTHER_ADDRESS))('%s addresses people in one way', (language, pattern) => {
  const astray = Object.entries(readCatalog(language as Language)).filter(([, text]) => pattern.test(text));
  expect(astray).toEqual([]);
});
