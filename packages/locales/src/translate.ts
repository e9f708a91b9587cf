// Formats texts by key: ICU messages with plurals, English where a text is missing, dates and numbers through Intl.
// Pure.
import type { MessageFormatElement } from '@formatjs/icu-messageformat-parser';
import { type Formatters, IntlMessageFormat } from 'intl-messageformat';
import { hasSyntax, type ReadCatalog } from './catalog.ts';
import type { TextKey } from './keys.ts';
import { type Language, localeTag } from './languages.ts';
import { isolated } from './one-line.ts';
import { relativeTimeStep } from './relative-time.ts';

/** Formats of Intl by language and options, each created once: creating one costs more than a hundred uses of it. */
function formatsOf<Options, Format>(
  create: (locales: string | string[] | undefined, options: Options | undefined) => Format,
) {
  const known = new Map<string, Format>();
  return (locales?: string | string[], options?: Options): Format => {
    const key = `${locales} ${JSON.stringify(options)}`;
    const format = known.get(key) ?? create(locales, options);
    known.set(key, format);
    return format;
  };
}

const numberFormat = formatsOf<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (locales, options) => new Intl.NumberFormat(locales, options),
);
const dateFormat = formatsOf<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (locales, options) => new Intl.DateTimeFormat(locales, options),
);
const pluralRules = formatsOf<Intl.PluralRulesOptions, Intl.PluralRules>(
  (locales, options) => new Intl.PluralRules(locales, options),
);

export type TextParams = Readonly<Record<string, string | number | boolean | Date>>;
export type DateStyle = 'short' | 'medium' | 'long' | 'weekday' | 'month' | 'day';

const DATE_STYLES: Record<DateStyle, Intl.DateTimeFormatOptions> = {
  short: { year: 'numeric', month: '2-digit', day: '2-digit' },
  medium: { year: 'numeric', month: 'short', day: 'numeric' },
  long: { year: 'numeric', month: 'long', day: 'numeric' },
  weekday: { weekday: 'short', year: 'numeric', month: '2-digit', day: '2-digit' },
  month: { year: 'numeric', month: 'long' },
  day: { weekday: 'short', month: 'short', day: 'numeric' },
};

export type Translator = {
  /** The text of a key. A key unknown to every catalog is returned unchanged. */
  (key: TextKey, params?: TextParams): string;
  readonly language: Language;
  /** BCP 47 tag of the language, for `lang` attributes and Intl. */
  readonly locale: string;
  /** Whether a text exists for this key; for dynamic keys, e.g. `errors.${code}`. */
  has(key: string): key is TextKey;
  number(value: number, options?: Intl.NumberFormatOptions): string;
  /** A share from 0 to 1 as a whole percentage. */
  percent(share: number): string;
  /** Bytes as kB, MB or GB (powers of 1000), one decimal below ten. */
  bytes(value: number): string;
  /** A day: an instant in `timeZone`, or a local date `YYYY-MM-DD`, which has no zone. */
  date(value: Date | string, style?: DateStyle, timeZone?: string): string;
  time(value: Date, timeZone?: string): string;
  dateTime(value: Date, timeZone?: string): string;
  /** Relative time: "a few seconds ago", "5 minutes ago", "last Monday", "more than 2 months ago". */
  relative(then: Date, now: Date): string;
  /** A moment this many seconds ahead: "in 40 seconds", "in 15 minutes". */
  fromNow(seconds: number): string;
  /** "Anna, Ben and Cem". */
  list(values: readonly string[]): string;
};

const LOCAL_DATE = /^\d{4}-\d{2}-\d{2}$/u;

/** Parameters that identify rather than count, as in “Pin #12345” and “1:1000”: no thousands separators. */
const NAMING: ReadonlySet<string> = new Set(['number', 'scale']);
/**
 * Suffix of a parameter name: the value as displayed. The value itself is still needed for choosing a plural.
 */
const AS_TEXT = ' as text';

/** The element types of the message parser. */
const ARGUMENT = 1;
const TAG = 8;

/** A count on its own, as in “{done} of {count}”, is formatted like one within a plural. */
const readAsText = (elements: readonly MessageFormatElement[]): MessageFormatElement[] =>
  elements.map((element) => {
    if ('options' in element) {
      const options = Object.entries(element.options).map(([name, option]) => [
        name,
        { ...option, value: readAsText(option.value) },
      ]);
      // Each option keeps its kind; only arguments are renamed.
      return { ...element, options: Object.fromEntries(options) } as MessageFormatElement;
    }
    if (element.type === TAG) return { ...element, children: readAsText(element.children) };
    return element.type === ARGUMENT ? { ...element, value: `${element.value}${AS_TEXT}` } : element;
  });

/** Shared by all messages, each of which would otherwise create its own. */
const FORMATTERS: Formatters = {
  getNumberFormat: numberFormat,
  getDateTimeFormat: dateFormat,
  getPluralRules: pluralRules,
};

function read(text: string | MessageFormatElement[], locale: string): IntlMessageFormat {
  const elements = typeof text === 'string' ? new IntlMessageFormat(text, locale).getAst() : text;
  return new IntlMessageFormat(readAsText(elements), locale, undefined, { formatters: FORMATTERS });
}

/**
 * A translator for one language and its catalog, falling back to English texts and then to the key. `locale` may be a
 * region of the language, whose date and number formats are then used.
 */
export function createTranslator(
  language: Language,
  catalog: ReadCatalog,
  fallback: ReadCatalog = {},
  locale: string = localeTag(language),
): Translator {
  const messages = new Map<string, string | IntlMessageFormat | undefined>();

  function message(key: string): string | IntlMessageFormat | undefined {
    if (messages.has(key)) return messages.get(key);
    const own = Object.hasOwn(catalog, key) ? catalog[key] : undefined;
    const text = own ?? (Object.hasOwn(fallback, key) ? fallback[key] : undefined);
    // Plurals of an English fallback follow English rules.
    const literal = text === undefined || (typeof text === 'string' && !hasSyntax(text));
    const created = literal ? text : read(text, own === undefined ? 'en' : locale);
    messages.set(key, created);
    return created;
  }

  const format = (options: Intl.DateTimeFormatOptions, value: Date): string =>
    dateFormat(locale, options).format(value);

  const zone = (timeZone: string | undefined) => (timeZone === undefined ? {} : { timeZone });

  /** The parameters, with an additional copy of each, as it is displayed. */
  const written = (params: TextParams): TextParams => ({
    ...params,
    ...Object.fromEntries(
      Object.entries(params).map(([name, value]) => [
        `${name}${AS_TEXT}`,
        typeof value === 'number' && !NAMING.has(name)
          ? numberFormat(locale).format(value)
          : typeof value === 'string'
            ? isolated(value)
            : value,
      ]),
    ),
  });

  const text = (key: string, params?: TextParams): string => {
    const found = message(key);
    if (found === undefined) return key;
    return typeof found === 'string' ? found : String(found.format(params && written(params)));
  };

  return Object.assign(text, {
    language,
    locale,
    has: (key: string): key is TextKey => Object.hasOwn(catalog, key) || Object.hasOwn(fallback, key),
    number: (value: number, options?: Intl.NumberFormatOptions) => numberFormat(locale, options).format(value),
    percent: (share: number) => numberFormat(locale, { style: 'percent', maximumFractionDigits: 0 }).format(share),
    bytes: (value: number) => formatBytes(locale, value),
    date(value: Date | string, style: DateStyle = 'short', timeZone?: string) {
      if (typeof value !== 'string') return format({ ...DATE_STYLES[style], ...zone(timeZone) }, value);
      if (!LOCAL_DATE.test(value)) return format({ ...DATE_STYLES[style], ...zone(timeZone) }, new Date(value));
      return format({ ...DATE_STYLES[style], timeZone: 'UTC' }, new Date(`${value}T00:00:00Z`));
    },
    time: (value: Date, timeZone?: string) => format({ hour: '2-digit', minute: '2-digit', ...zone(timeZone) }, value),
    dateTime: (value: Date, timeZone?: string) =>
      format({ ...DATE_STYLES.short, hour: '2-digit', minute: '2-digit', ...zone(timeZone) }, value),
    relative(then: Date, now: Date) {
      const step = relativeTimeStep(then, now);
      if (step.unit !== 'weekday') return text(`time.${step.unit}`, { count: step.count });
      return text('time.weekday', { weekday: format({ weekday: 'long' }, then) });
    },
    fromNow(seconds: number) {
      const words = new Intl.RelativeTimeFormat(locale);
      if (seconds < 90) return words.format(seconds, 'second');
      const minutes = Math.ceil(seconds / 60);
      return minutes < 90 ? words.format(minutes, 'minute') : words.format(Math.ceil(minutes / 60), 'hour');
    },
    list: (values: readonly string[]) =>
      new Intl.ListFormat(locale, { type: 'conjunction' }).format(values.map(isolated)),
  });
}

const BYTE_UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;

function formatBytes(locale: string, value: number): string {
  let amount = value;
  let step = 0;
  while (amount >= 1000 && step < BYTE_UNITS.length - 1) {
    amount /= 1000;
    step += 1;
  }
  const unit = BYTE_UNITS[step] ?? 'byte';
  const digits = step > 0 && amount < 10 ? 1 : 0;
  // The short form of bytes has no plural.
  const unitDisplay = step === 0 ? 'long' : 'short';
  const format = { style: 'unit', unit, unitDisplay, maximumFractionDigits: digits } as const;
  return numberFormat(locale, format).format(amount);
}
