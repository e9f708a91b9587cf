// The words the interface parts speak to screen readers come in more than thirty languages; only ours are put into the program.
import type { Plugin } from 'vite';

/** `…/react-aria/dist/private/intl/breadcrumbs/de-DE.mjs` */
const WORDS = /\/(?:react-aria|react-stately|react-aria-components)\/dist\/.*\/intl\/.*\/([a-z]{2})-[A-Z]{2}\.m?js$/u;

/** They come with every page, in all languages at once: more of them would weigh more than the page. Other languages speak English here. */
const SPOKEN = ['en', 'de'];

export function spokenWords(): Plugin {
  return {
    name: 'plumbline-spoken-words',
    load(id) {
      const language = WORDS.exec(id)?.[1];
      if (language === undefined || SPOKEN.includes(language)) return undefined;
      return `export { default } from './en-US${id.endsWith('.mjs') ? '.mjs' : '.js'}';`;
    },
  };
}
