// The language of the screens: the signed-in user's, else the one last used here, else the browser's. One chunk is loaded for it.

import { loaders } from 'virtual:texts';
import { chooseLanguage, DEFAULT_LANGUAGE, type Language, localeTag, regionalTag } from '@plumbline/locales/languages';
import { createTranslator, type Translator } from '@plumbline/locales/translate';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { TranslationContext } from '../ui/translation.tsx';

const KEY = 'plumbline.language';

type Chooser = {
  language: Language;
  /** Shows the program in another language and remembers it on this device. */
  choose: (language: Language) => void;
};

const ChooserContext = createContext<Chooser | undefined>(undefined);

/** The present language and how to change it on this device. */
export function useLanguage(): Chooser {
  const chooser = useContext(ChooserContext);
  if (!chooser) throw new Error('no language provider above this part');
  return chooser;
}

/** English, which every device has, where the texts of the language cannot be fetched. */
const english = () => loaders[DEFAULT_LANGUAGE]().then(({ own }) => ({ own: {}, standIn: own }));

async function load(language: Language): Promise<Translator> {
  const { own, standIn } = await loaders[language]().catch(english);
  return createTranslator(language, own, standIn, regionalTag(language, navigator.languages));
}

/** Shows nothing until the first texts are there; a later change keeps the old ones until the new ones have come. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(() => chooseLanguage([localStorage.getItem(KEY), ...navigator.languages]));
  const [translator, setTranslator] = useState<Translator>();
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    let current = true;
    load(wanted).then(
      (loaded) => {
        if (!current) return;
        document.documentElement.lang = localeTag(wanted);
        setTranslator(() => loaded);
      },
      (cause: unknown) => {
        if (current) setFailure(cause);
      },
    );
    return () => {
      current = false;
    };
  }, [wanted]);

  const choose = useCallback((language: Language) => {
    localStorage.setItem(KEY, language);
    setWanted(language);
  }, []);
  const language = translator?.language;
  const chooser = useMemo(() => ({ language: language ?? wanted, choose }), [language, wanted, choose]);

  if (!translator) {
    if (failure !== undefined) throw failure;
    return null;
  }
  return (
    <ChooserContext value={chooser}>
      <I18nProvider locale={translator.locale}>
        <TranslationContext value={translator}>{children}</TranslationContext>
      </I18nProvider>
    </ChooserContext>
  );
}
