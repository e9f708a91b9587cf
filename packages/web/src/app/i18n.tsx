// The language of the screens: the signed-in user's, else the one last used here, else the browser's. What is read
// before signing in is loaded first, the rest when it is asked for.

import { speak } from 'virtual:spoken';
import { loaders } from 'virtual:texts';
import { chooseLanguage, DEFAULT_LANGUAGE, type Language, localeTag, regionalTag } from '@plumbline/locales/languages';
import { createTranslator, type Translator } from '@plumbline/locales/translate';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { storedToken } from '../api/token.ts';
import { TranslationContext } from '../ui/translation.tsx';

const KEY = 'plumbline.language';

type Chooser = {
  language: Language;
  /** Shows the program in another language and remembers it on this device. */
  choose: (language: Language) => void;
  /** Whether all texts are there, not only those at the door. */
  whole: boolean;
  wantWhole: () => void;
};

type Loaded = { t: Translator; whole: boolean };

const ChooserContext = createContext<Chooser | undefined>(undefined);

/** The present language and how to change it on this device. */
export function useLanguage(): Chooser {
  const chooser = useContext(ChooserContext);
  if (!chooser) throw new Error('no language provider above this part');
  return chooser;
}

type Set = 'door' | 'rest';

/** English, which every device has, where the texts of the language cannot be fetched. */
const english = (set: Set) => loaders[DEFAULT_LANGUAGE][set]().then(({ own }) => ({ own: {}, standIn: own }));

async function load(language: Language, whole: boolean): Promise<Loaded> {
  const sets: readonly Set[] = whole ? ['door', 'rest'] : ['door'];
  const texts = await Promise.all(sets.map((set) => loaders[language][set]().catch(() => english(set))));
  const own = Object.assign({}, ...texts.map((one) => one.own));
  const standIn = Object.assign({}, ...texts.map((one) => one.standIn));
  return { t: createTranslator(language, own, standIn, regionalTag(language, navigator.languages)), whole };
}

/** Shows nothing until the first texts are there; a later change keeps the old ones until the new ones have come. */
export function LanguageProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(() => chooseLanguage([localStorage.getItem(KEY), ...navigator.languages]));
  // Who is signed in needs everything.
  const [wantsWhole, setWantsWhole] = useState(() => storedToken() !== undefined);
  const [loaded, setLoaded] = useState<Loaded>();
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    let current = true;
    load(wanted, wantsWhole).then(
      (next) => {
        if (!current) return;
        document.documentElement.lang = localeTag(wanted);
        // Until they are here, screen readers hear English.
        void speak(wanted).catch(() => undefined);
        setLoaded(next);
      },
      (cause: unknown) => {
        if (current) setFailure(cause);
      },
    );
    return () => {
      current = false;
    };
  }, [wanted, wantsWhole]);

  const choose = useCallback((language: Language) => {
    localStorage.setItem(KEY, language);
    setWanted(language);
  }, []);
  const wantWhole = useCallback(() => setWantsWhole(true), []);
  const translator = loaded?.t;
  const language = translator?.language ?? wanted;
  const whole = loaded?.whole ?? false;
  const chooser = useMemo(() => ({ language, choose, whole, wantWhole }), [language, choose, whole, wantWhole]);

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

/** What is shown to more than strangers at the door: waits until all texts are there. */
export function Whole({ children, waiting }: { children: ReactNode; waiting: ReactNode }) {
  const { whole, wantWhole } = useLanguage();
  useEffect(wantWhole, [wantWhole]);
  return whole ? children : waiting;
}
