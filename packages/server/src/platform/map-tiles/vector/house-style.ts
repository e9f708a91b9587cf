// The style of vector maps: the features of the supported schemas (OpenMapTiles, Protomaps, Mapbox Streets, Shortbread)
// and their colours. Muted, so that pins stand out. Pure.
import type { Properties, Shape } from './vector-tile.ts';

export type MapStyle = {
  /** Lower levels are drawn first. */
  readonly level: number;
  readonly fill?: string;
  readonly line?: string;
  /** Line width in pixels at zoom level 16; doubles with each level up to there, grows less beyond. */
  readonly width?: number;
  readonly casing?: string;
  readonly dashed?: boolean;
};

export type Name = { readonly text: string; readonly size: number; readonly rank: number; readonly colour: string };

const WATER = '#b9d3e3';
const GREEN = '#d8e5cf';
const WOOD = '#cbdcc2';
const BUILT = '#ebe7e0';
const SAND = '#efe8d4';

const word = (properties: Properties, ...keys: string[]): string => {
  for (const key of keys) if (typeof properties[key] === 'string' && properties[key] !== '') return properties[key];
  return '';
};

/** The kind of a feature as its schema names it. */
const kindOf = (properties: Properties): string => word(properties, 'kind_detail', 'subclass', 'kind', 'class', 'type');
const classOf = (properties: Properties): string => `${word(properties, 'kind', 'class')} ${kindOf(properties)}`;

const ROADS: readonly (readonly [RegExp, MapStyle])[] = [
  [/motorway|highway\b.*major_link|freeway/u, { level: 58, line: '#f1c88d', width: 10, casing: '#c99a56' }],
  [/trunk/u, { level: 57, line: '#f4d6a0', width: 9, casing: '#cda866' }],
  [/primary|\bmajor_road/u, { level: 56, line: '#f7e3b5', width: 9, casing: '#cbb98a' }],
  [/secondary|medium_road/u, { level: 55, line: '#faf0cf', width: 8, casing: '#c9c0a4' }],
  [/tertiary/u, { level: 54, line: '#ffffff', width: 7.5, casing: '#bfbcb4' }],
  [/rail|transit|tram|subway|light_rail/u, { level: 52, line: '#a3a1a0', width: 2, dashed: true }],
  [/service|driveway|parking_aisle|alley/u, { level: 50, line: '#ffffff', width: 3.5, casing: '#d3d0c9' }],
  [/path|footway|cycleway|steps|track|pedestrian|bridleway/u, { level: 49, line: '#b9ab94', width: 1.4, dashed: true }],
  [/./u, { level: 53, line: '#ffffff', width: 6, casing: '#cbc8c1' }],
];

const LAND: readonly (readonly [RegExp, string])[] = [
  [/wood|forest|scrub/u, WOOD],
  [
    /grass|park|garden|meadow|farm|orchard|vineyard|cemetery|pitch|golf|recreation|nature|zoo|allotment|village_green/u,
    GREEN,
  ],
  [/sand|beach|bare|rock/u, SAND],
  [/glacier|ice|snow/u, '#f2f6f8'],
  [
    /residential|commercial|industrial|retail|urban|school|hospital|university|railway|airport|aerodrome|military|quarry/u,
    BUILT,
  ],
];

/** Undefined for features that are not drawn. */
export function styleOf(layer: string, shape: Shape, properties: Properties): MapStyle | undefined {
  const kind = classOf(properties);
  if (shape === 'polygon') {
    if (/^(water|ocean|water_polygons|water_area)/u.test(layer)) return { level: 20, fill: WATER };
    if (/^building/u.test(layer)) return { level: 40, fill: '#dcd6cd', line: '#b8b0a5', width: 0.7 };
    if (/^earth|^land_?polygons?$/u.test(layer)) return { level: 1, fill: '#f4f2ee' };
    if (/^(land|park|pois$|sites|natural)/u.test(layer)) {
      const found = LAND.find(([test]) => test.test(`${layer} ${kind}`));
      return found && { level: /wood|forest|park|grass/u.test(kind) ? 11 : 10, fill: found[1] };
    }
    if (/^(street_polygons|transportation|road|bridge)/u.test(layer))
      return { level: 48, fill: '#f6f4f0', line: '#d3d0c9', width: 0.7 };
    return undefined;
  }
  if (shape !== 'line') return undefined;
  if (/^(waterway|water_lines|water|physical_line)/u.test(layer)) return { level: 21, line: WATER, width: 3 };
  if (/^(boundar|admin)/u.test(layer)) return { level: 60, line: '#a08aa5', width: 1.5, dashed: true };
  if (/(_name|_label)/u.test(layer)) return undefined;
  if (/^(transportation|road|street|transit|bridges|rail|aeroway)/u.test(layer))
    return ROADS.find(([test]) => test.test(kind || layer))?.[1];
  return undefined;
}

/** The label of a feature; undefined if it has no name or its name is not shown. */
export function nameOf(layer: string, shape: Shape, properties: Properties, language: string): Name | undefined {
  const text = word(properties, `name:${language}`, `name_${language}`, 'name', 'name:latin').slice(0, 60);
  if (/^(housenumber|addresses?)/u.test(layer)) {
    const number = word(properties, 'housenumber', 'house_num', 'addr_housenumber');
    return number ? { text: number.slice(0, 12), size: 9, rank: 6, colour: '#7d756b' } : undefined;
  }
  if (text === '') return undefined;
  if (/^(place)/u.test(layer)) {
    const kind = classOf(properties);
    if (/city|town/u.test(kind)) return { text, size: 17, rank: 0, colour: '#3a3f42' };
    if (/country|state|region|continent/u.test(kind)) return { text, size: 15, rank: 1, colour: '#6b6f72' };
    return { text, size: 13, rank: 2, colour: '#53595c' };
  }
  if (/^(water)/u.test(layer)) return { text, size: 12, rank: 3, colour: '#4a7490' };
  if (shape === 'line' && /^(transportation_name|road|street|transportation)/u.test(layer))
    return { text, size: 11, rank: 4, colour: '#4d4a45' };
  return undefined;
}

export const LAND_COLOUR = '#f4f2ee';
