// The build cuts the styles into files that may come in any order: each names the order of the layers first.
import type { Plugin } from 'vite';

/** As theme.css has it. */
const ORDER = '@layer base,parts,shell,screens;';

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
