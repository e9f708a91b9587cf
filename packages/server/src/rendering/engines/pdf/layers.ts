// Finds annotations on hidden layers. PDFium hides the page content of such layers, but still draws their annotations.
// Uses the default visibility in the file; visibility that depends on zoom or printing is ignored.

/** Keys that mark layer definitions in an object. */
export const LAYER_KEYWORDS = ['/OCProperties', '/OCGs', '/BaseState', '/OFF'];
/** An object on a layer, which is itself another object. */
export const IN_LAYER = /\/OC\s+(\d+)\s+\d+\s+R/u;

const PROPERTIES = /\/OCProperties\s*(?:(\d+)\s+\d+\s+R|<<)/u;
const DEFAULT = /\/D\s*(?:(\d+)\s+\d+\s+R|<<)/u;
const ANNOTATION = /\/Rect\s*[[\d]/u;

export interface LayerReader {
  /** Adds an object of the file; a later one with the same number replaces it. */
  take(number: number, body: string): void;
  /** Object numbers of annotations that must not be drawn. */
  hidden(): Set<number>;
}

export function layerReader(): LayerReader {
  const bodies = new Map<number, string>();
  const layerOf = new Map<number, number>();
  let catalogue = '';
  return {
    take(number, body) {
      if (PROPERTIES.test(body)) catalogue = body;
      if (LAYER_KEYWORDS.some((word) => body.includes(word))) bodies.set(number, body);
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

/** The default layer configuration: the text from its start to the end of the containing object. */
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

/** A layer may be a membership of other layers; a policy then decides whether all or any of them count. */
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
