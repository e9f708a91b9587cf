// OpenLayers imports parts that this program never uses. Here they are replaced by functions that throw or, where
// OpenLayers calls them in any case, that find nothing.
import type { Plugin } from 'vite';

const THROWN = 'throw new Error("not part of the program");';
const NOTHING = 'return null;';

/** Module of OpenLayers → the imports that are replaced, with the body of the functions instead. */
const UNUSED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  // The maps here name their own controls and interactions.
  Map: { './control/defaults.js': THROWN, './interaction/defaults.js': THROWN },
  // The camera is set by centre and resolution, never fitted to a shape.
  View: { './geom/Polygon.js': THROWN },
  // Styles are objects, never JSON.
  'layer/BaseVector': { '../render/canvas/style.js': THROWN },
  // Only asked whether a layer is of this class and moves its labels apart, which none does.
  'renderer/Composite': { '../layer/BaseVector.js': THROWN },
  // Tiles are in the projection of their view.
  'renderer/canvas/TileLayer': { '../../reproj/Tile.js': THROWN },
  'source/DataTile': { '../reproj/DataTile.js': THROWN },
  'source/TileImage': { '../reproj/Tile.js': THROWN },
  // No projection here is one of UTM.
  proj: { './proj/utm.js': NOTHING },
};
const MODULE = /\/ol\/([\w/]+)\.js$/u;

/** The names that an import gives to what it imports. */
const namesOf = (imported: string): string[] =>
  imported
    .replaceAll(/[{}]/gu, '')
    .split(',')
    .map((one) => one.trim().split(' as ').at(-1) ?? '')
    .filter(Boolean);

export function leanMaps(): Plugin {
  return {
    name: 'plumbline-lean-maps',
    apply: 'build',
    transform(source, id) {
      const unused = UNUSED[MODULE.exec(id)?.[1] ?? ''];
      if (unused === undefined) return undefined;
      let code = source;
      for (const [from, body] of Object.entries(unused)) {
        const statement = new RegExp(`^import (\\{[^}]+\\}|\\w+) from '${RegExp.escape(from)}';$`, 'mu');
        const [line, imported = ''] = statement.exec(code) ?? [];
        if (line === undefined) this.error(`${id} does not import ${from}`);
        code = code.replace(
          line,
          namesOf(imported)
            .map((name) => `function ${name}() { ${body} }`)
            .join('\n'),
        );
      }
      return { code, map: null };
    },
  };
}
