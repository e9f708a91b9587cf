// Notes and marks that lie in a layer which is switched off. PDFium leaves such parts of a drawing out, but draws annotations all the same.
// Layers are read as the file sets them for everybody; what depends on the zoom or on printing is not looked at.

/** What tells of layers in an object. */
export const LAYER_WORDS = ['/OCProperties', '/OCGs', '/BaseState', '/OFF'];
/** An object that lies in a layer, which is another object. */
export const IN_LAYER = /\/OC\s+(\d+)\s+\d+\s+R/u;

const PROPERTIES = /\/OCProperties\s*(?:(\d+)\s+\d+\s+R|<<)/u;
const DEFAULT = /\/D\s*(?:(\d+)\s+\d+\s+R|<<)/u;
const ANNOTATION = /\/Rect\s*[[\d]/u;

export interface LayerReader {
  /** Takes an object of the file; one that comes later with the same number takes its place. */
  take(number: number, body: string): void;
  /** Numbers of annotations that are not to be seen. */
  hidden(): Set<number>;
}

export function layerReader(): LayerReader {
  const bodies = new Map<number, string>();
  const layerOf = new Map<number, number>();
  let catalogue = '';
  return {
    take(number, body) {
      if (PROPERTIES.test(body)) catalogue = body;
      if (LAYER_WORDS.some((word) => body.includes(word))) bodies.set(number, body);
      const layer = ANNOTATION.test(body) && IN_LAYER.exec(body)?.[1];
      if (layer) layerOf.set(number, Number(layer));
      else layerOf.delete(number);
    },
    hidden() {
      const isOff = layersOff(configOf(catalogue, bodies));
      const off = (layer: number) => isLayerOff(layer, bodies.get(layer) ?? '', isOff);
      return new Set([...layerOf].filter(([, layer]) => off(layer)).map(([annotation]) => annotation));
    },
  };
}

/** How the layers stand when the file is opened: from where that begins to the end of what it stands in. */
function configOf(catalogue: string, bodies: ReadonlyMap<number, string>): string {
  const properties = followed(catalogue, PROPERTIES, bodies);
  return followed(properties, DEFAULT, bodies);
}

function followed(text: string, entry: RegExp, bodies: ReadonlyMap<number, string>): string {
  const found = entry.exec(text);
  if (!found) return '';
  return found[1] === undefined ? text.slice(found.index) : (bodies.get(Number(found[1])) ?? '');
}

function layersOff(config: string): (layer: number) => boolean {
  const listed = (name: string) => referencesIn(new RegExp(`/${name}\\s*\\[([^\\]]*)\\]`, 'u').exec(config)?.[1] ?? '');
  const [on, off] = [listed('ON'), listed('OFF')];
  const mostly = /\/BaseState\s*\/OFF/u.test(config);
  return (layer) => (mostly ? !on.has(layer) : off.has(layer));
}

const referencesIn = (text: string): Set<number> =>
  new Set([...text.matchAll(/(\d+)\s+\d+\s+R/gu)].map((one) => Number(one[1])));

/** A layer may be made of others; then a policy says of which it takes all or any. */
function isLayerOff(layer: number, body: string, isOff: (layer: number) => boolean): boolean {
  if (!/\/OCMD/u.test(body)) return isOff(layer);
  const several = /\/OCGs\s*(\[[^\]]*\]|\d+\s+\d+\s+R)/u.exec(body)?.[1] ?? '';
  const members = [...referencesIn(several)];
  if (members.length === 0) return false;
  switch (/\/P\s*\/(\w+)/u.exec(body)?.[1]) {
    case 'AllOn':
      return members.some(isOff);
    case 'AnyOff':
      return !members.some(isOff);
    case 'AllOff':
      return !members.every(isOff);
    default:
      return members.every(isOff);
  }
}
