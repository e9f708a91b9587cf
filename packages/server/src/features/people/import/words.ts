// Words a table uses for roles and languages: in any of the program's languages, or as the program's own identifiers.
import { ROLES, type Role } from '@plumbline/core/access/capabilities';
import { headKey } from '@plumbline/core/features/people/import/columns';
import { isLanguage, LANGUAGE_NAMES, LANGUAGES, type Language } from '@plumbline/locales/languages';
import { textsIn } from '../../../http/texts.ts';

let roles: Map<string, Role> | undefined;
let languages: Map<string, Language> | undefined;

export function roleOf(word: string): Role | undefined {
  roles ??= new Map(
    LANGUAGES.flatMap((language) =>
      ROLES.flatMap((role): [string, Role][] => [
        [headKey(textsIn(language)(`role.${role}`)), role],
        [headKey(role), role],
      ]),
    ),
  );
  return roles.get(headKey(word));
}

/** `de`, `de-AT`, `German`, `Deutsch`, `Nemščina`. */
export function languageOf(word: string): Language | undefined {
  languages ??= new Map(
    LANGUAGES.flatMap((language) => {
      const names = LANGUAGES.map((other) => new Intl.DisplayNames([other], { type: 'language' }).of(language) ?? '');
      return [LANGUAGE_NAMES[language], ...names].map((name): [string, Language] => [headKey(name), language]);
    }),
  );
  const code = /^([a-z]{2})(?:[-_][a-z]{2,4})?$/iu.exec(word.trim())?.[1]?.toLowerCase();
  return isLanguage(code) ? code : languages.get(headKey(word));
}
