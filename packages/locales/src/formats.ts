// Formats of Intl, each created once: creating one costs more than a hundred uses of it.

function kept<Options, Format>(
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

export const numberFormat = kept<Intl.NumberFormatOptions, Intl.NumberFormat>(
  (locales, options) => new Intl.NumberFormat(locales, options),
);
export const dateFormat = kept<Intl.DateTimeFormatOptions, Intl.DateTimeFormat>(
  (locales, options) => new Intl.DateTimeFormat(locales, options),
);
export const pluralRules = kept<Intl.PluralRulesOptions, Intl.PluralRules>(
  (locales, options) => new Intl.PluralRules(locales, options),
);
