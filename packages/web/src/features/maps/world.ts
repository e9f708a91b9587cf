// The bundled outline of the world as map features. Rings that cross the 180th meridian are unwrapped.
import type Feature from 'ol/Feature.js';
import TopoJSON from 'ol/format/TopoJSON.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Polygon from 'ol/geom/Polygon.js';
import outline from 'world-atlas/countries-50m.json?url';

type Ring = number[][];

/** Continues beyond 180 degrees instead of wrapping; a ring around the south pole is closed across it. */
function inOnePiece(ring: Ring): Ring {
  let turns = 0;
  const whole: Ring = [];
  for (const [i, [lon = 0, lat = 0]] of ring.entries()) {
    const before = ring[i - 1]?.[0];
    if (before !== undefined && Math.abs(lon - before) > 180) turns += lon < before ? 1 : -1;
    whole.push([lon + 360 * turns, lat]);
  }
  const [first] = whole;
  if (turns !== 0 && first) whole.push([whole.at(-1)?.[0] ?? 0, -90], [first[0] ?? 0, -90], first);
  return whole;
}

function joinRings(feature: Feature): void {
  const geometry = feature.getGeometry();
  if (geometry instanceof Polygon) geometry.setCoordinates(geometry.getCoordinates().map(inOnePiece));
  else if (geometry instanceof MultiPolygon)
    geometry.setCoordinates(geometry.getCoordinates().map((polygon) => polygon.map(inOnePiece)));
  geometry?.transform('EPSG:4326', 'EPSG:3857');
}

/** The countries of the world in Web Mercator. Throws when the file cannot be loaded. */
export async function readWorld(): Promise<Feature[]> {
  const response = await fetch(outline);
  const format = new TopoJSON({ layers: ['countries'] });
  const features = format.readFeatures(await response.json()) as Feature[];
  for (const feature of features) joinRings(feature);
  return features;
}
