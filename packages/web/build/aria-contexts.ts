// Dialogs of React Aria import two React contexts from the modules of menus and popovers, and fields and lists import two
// from that of filtered lists, which would load all of these with the first screen. Here each of these contexts is a
// module of its own.
import type { Plugin } from 'vite';

const NAME = 'virtual:aria-context/';
/** Context → the module that declares it. */
const CONTEXTS = {
  RootMenuTriggerStateContext: 'Menu',
  PopoverContext: 'Popover',
  FieldInputContext: 'Autocomplete',
  SelectableCollectionContext: 'Autocomplete',
} as const;
const MODULE = /\/react-aria-components\/dist\/private\/(\w+)\.mjs$/u;

/** Replaces `pattern`, which must occur. */
function replaced(code: string, pattern: RegExp, by: string, file: string): string {
  if (!pattern.test(code)) throw new Error(`${file} does not contain ${pattern}`);
  return code.replace(pattern, by);
}

export function ariaContexts(): Plugin {
  return {
    name: 'plumbline-aria-contexts',
    resolveId: (id) => (id.startsWith(NAME) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${NAME}`)) return undefined;
      return `import { createContext } from 'react';
export const ${id.slice(NAME.length + 1)} = /*#__PURE__*/ createContext(null);`;
    },
    transform(source, id) {
      const module = MODULE.exec(id)?.[1];
      if (module === undefined) return undefined;
      let code = source;
      for (const [context, declares] of Object.entries(CONTEXTS)) {
        const from = `from '${NAME}${context}';`;
        if (module === declares) {
          const local = new RegExp(`(\\S+) as ${context}\\b`, 'u').exec(code)?.[1]?.replace('{', '') ?? '';
          const declaration = new RegExp(`^const ${RegExp.escape(local)} = .*createContext\\)\\(null\\);$`, 'mu');
          code = replaced(code, declaration, `import { ${context} as ${local.replaceAll('$', '$$$$')} } ${from}`, id);
        } else {
          // Other names may be imported by the same statement.
          code = code.replace(
            new RegExp(`^import \\{(.*, )?${context} as ([^,}]+)(?:, )?(.*)\\} from "\\./${declares}\\.mjs";$`, 'mu'),
            (_, before: string | undefined, local: string, after: string) => {
              const others = `${before ?? ''}${after}`.replace(/, $/u, '');
              const rest = others === '' ? '' : `\nimport {${others}} from "./${declares}.mjs";`;
              return `import { ${context} as ${local} } ${from}${rest}`;
            },
          );
        }
      }
      return code === source ? undefined : { code, map: null };
    },
  };
}
