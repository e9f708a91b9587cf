// Gives parts and screens the translator of the present language. Who loads it is not the parts' business.
import type { Translator } from '@plumbline/locales/translate';
import { createContext, useContext } from 'react';

export const TranslationContext = createContext<Translator | undefined>(undefined);

/** The translator: `const t = useT(); t('plans.rename')`, `t.date(day)`. */
export function useT(): Translator {
  const translator = useContext(TranslationContext);
  if (!translator) throw new Error('no language provider above this part');
  return translator;
}
