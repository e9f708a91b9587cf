// Parses a Mapbox vector tile. Runs only in the isolated process: the library trusts the lengths in the data, so
// malformed data may use any amount of time and memory.
import { VectorTile } from '@mapbox/vector-tile';
import { PbfReader } from 'pbf';

export type Properties = Readonly<Record<string, string | number | boolean>>;
export type Shape = 'point' | 'line' | 'polygon';
export type TileFeature = {
  readonly shape: Shape;
  /** Alternating x and y, in units of the layer's extent. */
  readonly paths: readonly (readonly number[])[];
  readonly properties: Properties;
};
export type TileLayer = { readonly name: string; readonly extent: number; readonly features: readonly TileFeature[] };

const SHAPES: Readonly<Record<number, Shape>> = { 1: 'point', 2: 'line', 3: 'polygon' };

/** Throws for anything that is not a vector tile. */
export function readTile(bytes: Uint8Array): TileLayer[] {
  const { layers } = new VectorTile(new PbfReader(bytes));
  return Object.values(layers).map((layer) => ({
    name: layer.name,
    extent: layer.extent || 4_096,
    features: Array.from({ length: layer.length }, (_, i) => {
      const feature = layer.feature(i);
      return {
        shape: SHAPES[feature.type] ?? 'point',
        paths: feature.loadGeometry().map((path) => path.flatMap(({ x, y }) => [x, y])),
        properties: feature.properties,
      };
    }),
  }));
}
