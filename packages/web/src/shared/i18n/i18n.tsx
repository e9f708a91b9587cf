// The interface language: the signed-in user's, else the last one used here, else the browser's. Messages needed before
// sign-in are loaded first, the rest on demand.

import { speak } from 'virtual:spoken';
import { loaders } from 'virtual:texts';
import { chooseLanguage, DEFAULT_LANGUAGE, type Language, localeTag, regionalTag } from '@plumbline/locales/languages';
import { createTranslator, type Translator } from '@plumbline/locales/translate';
import { createContext, type ReactNode, useCallback, useContext, useEffect, useMemo, useState } from 'react';
import { I18nProvider } from 'react-aria-components';
import { storedToken } from '../../api/token.ts';
import { keep } from '../../ui/keep.ts';
import { TranslationContext } from '../../ui/translation.tsx';

const KEY = 'plumbline.language';

type LanguageChoice = {
  language: Language;
  /** Switches the language and stores it on this device. */
  choose: (language: Language) => void;
  /** Whether all messages are loaded, not only those needed before sign-in. */
  complete: boolean;
  /** Why the remaining messages could not be loaded. */
  failure: unknown;
  loadAll: () => void;
};

/** `complete`: all messages, not only those needed before sign-in. */
export type Messages = { t: Translator; complete: boolean };

const ChooserContext = createContext<LanguageChoice | undefined>(undefined);

/** The language last used here, else the browser's. */
export const deviceLanguage = (): Language => chooseLanguage([localStorage.getItem(KEY), ...navigator.languages]);

/** The current language and how to change it on this device. */
export function useLanguage(): LanguageChoice {
  const chooser = useContext(ChooserContext);
  if (!chooser) throw new Error('this component needs a language provider');
  return chooser;
}

type Set = 'signIn' | 'rest';

/** Messages of the language; English ones, which every device has, when they can't be fetched. */
const textsOf = (language: Language, set: Set) =>
  loaders[language][set]().then(
    ({ texts }) => ({ own: texts, fallback: {} }),
    () => loaders[DEFAULT_LANGUAGE][set]().then(({ texts }) => ({ own: {}, fallback: texts })),
  );

async function load(language: Language, complete: boolean): Promise<Messages> {
  const sets: readonly Set[] = complete ? ['signIn', 'rest'] : ['signIn'];
  // React Aria names the parts of its components when they are rendered: in English, if it has no other names then.
  const spoken = speak(language).catch(() => undefined);
  const texts = await Promise.all(sets.map((set) => textsOf(language, set)));
  await spoken;
  const own = Object.assign({}, ...texts.map((text) => text.own));
  const fallback = Object.assign({}, ...texts.map((text) => text.fallback));
  return { t: createTranslator(language, own, fallback, regionalTag(language, navigator.languages)), complete };
}

/** Signed-in users need all messages. */
const needsAll = (): boolean => storedToken() !== undefined;

/** The messages of the first screen. */
export const firstMessages = (): Promise<Messages> => load(deviceLanguage(), needsAll());

/** Renders nothing until there are messages; after a change, the old ones stay until the new ones are loaded. */
export function LanguageProvider({ first, children }: { first: Messages | undefined; children: ReactNode }) {
  const [requested, setRequested] = useState(deviceLanguage);
  const [wantsAll, setWantsAll] = useState(needsAll);
  const [loaded, setLoaded] = useState(first);
  const [failure, setFailure] = useState<unknown>();

  useEffect(() => {
    let current = true;
    const isFirst = first?.t.language === requested && first.complete === wantsAll;
    (isFirst ? Promise.resolve(first) : load(requested, wantsAll)).then(
      (next) => {
        if (!current) return;
        document.documentElement.lang = localeTag(requested);
        setLoaded(next);
        setFailure(undefined);
      },
      (cause: unknown) => {
        if (current) setFailure(cause);
      },
    );
    return () => {
      current = false;
    };
  }, [first, requested, wantsAll]);

  const choose = useCallback((language: Language) => {
    keep(KEY, language);
    setRequested(language);
  }, []);
  const loadAll = useCallback(() => setWantsAll(true), []);
  const translator = loaded?.t;
  const language = translator?.language ?? requested;
  const complete = loaded?.complete ?? false;
  const chooser = useMemo(
    () => ({ language, choose, complete, failure, loadAll }),
    [language, choose, complete, failure, loadAll],
  );

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

/** Shows `waiting` until all messages are loaded. Throws if they cannot be, so that the screen offers a refresh. */
export function AllMessages({ children, waiting }: { children: ReactNode; waiting: ReactNode }) {
  const { complete, failure, loadAll } = useLanguage();
  useEffect(loadAll, [loadAll]);
  if (!complete && failure !== undefined) throw failure;
  return complete ? children : waiting;
}
