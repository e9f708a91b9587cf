// CSS files may load in any order, so the build starts each with the order of the cascade layers.
import type { Plugin } from 'vite';

/** The same order as in theme.css. */
const ORDER = '@layer base,layout,parts,shell,screens;';

export function layers(): Plugin {
  return {
    name: 'plumbline-layers',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'asset' && file.fileName.endsWith('.css')) file.source = `${ORDER}${String(file.source)}`;
      }
    },
  };
}
