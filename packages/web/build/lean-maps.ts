// OpenLayers imports parts that this program never uses: default controls and interactions (the maps here name their own),
// styles written as JSON, and reprojection of data tiles. Here they are replaced by functions that throw.
import type { Plugin } from 'vite';

/** Module of OpenLayers → the imports that are replaced. */
const UNUSED = {
  Map: ['./control/defaults.js', './interaction/defaults.js'],
  'layer/BaseVector': ['../render/canvas/style.js'],
  'source/DataTile': ['../reproj/DataTile.js'],
} as const;
const MODULE = /\/ol\/([\w/]+)\.js$/u;

export function leanMaps(): Plugin {
  return {
    name: 'plumbline-lean-maps',
    apply: 'build',
    transform(source, id) {
      const module = MODULE.exec(id)?.[1];
      if (module === undefined || !Object.hasOwn(UNUSED, module)) return undefined;
      let code = source;
      for (const from of UNUSED[module as keyof typeof UNUSED]) {
        const statement = new RegExp(
          `^import (?:\\{(?:\\w+ as )?(\\w+)\\}|(\\w+)) from '${RegExp.escape(from)}';$`,
          'mu',
        );
        const [line = '', named, whole] = statement.exec(code) ?? [];
        if (line === '') this.error(`${id} does not import ${from}`);
        code = code.replace(
          line,
          `function ${named ?? whole}() { throw new Error('${from} is not part of the program'); }`,
        );
      }
      return { code, map: null };
    },
  };
}
