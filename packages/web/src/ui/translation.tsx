// Provides the translator of the current language to components. Loading it is up to the app.
import type { Translator } from '@plumbline/locales/translate';
import { createContext, useContext } from 'react';

export const TranslationContext = createContext<Translator | undefined>(undefined);

/** The translator: `const t = useT(); t('plans.rename')`, `t.date(day)`. */
export function useT(): Translator {
  const translator = useContext(TranslationContext);
  if (!translator) throw new Error('this component needs a language provider');
  return translator;
}
