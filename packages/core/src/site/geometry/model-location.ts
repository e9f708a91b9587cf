// Where on earth a building model says it is located, and the resulting georeference of a storey's drawing. Pure.
import { z } from 'zod';
import { line } from '../../kernel/text.ts';
import { type DrawingFrame, modelMetres, pointInFrame } from './drawing-frame.ts';
import { type Geo, geoFromPairs, MAX_LAT } from './mercator.ts';

/** A point in the model's horizontal plane, in metres of its file, and the same point in degrees. */
const locatedPoint = z.strictObject({
  x: modelMetres,
  y: modelMetres,
  lat: z.number().min(-MAX_LAT).max(MAX_LAT),
  lon: z.number().min(-180).max(180),
});
export type LocatedModelPoint = z.infer<typeof locatedPoint>;

export const located = z.strictObject({
  /** From the latitude and longitude of the site alone, or from a surveyed grid. */
  by: z.enum(['site', 'grid']),
  /** The name of the grid in the file; empty for a site. */
  grid: line(200),
  /** Two points far enough apart to determine the direction. */
  points: z.tuple([locatedPoint, locatedPoint]),
});
export type ModelLocation = z.infer<typeof located>;

/** The georeference of a sheet with this frame; undefined if the points determine no direction. */
export function geoOfFrame({ points }: ModelLocation, frame: DrawingFrame): Geo | undefined {
  const pair = ({ x, y, lat, lon }: LocatedModelPoint) => ({
    point: pointInFrame(frame, x, y),
    position: { lat, lon },
  });
  const [one, two] = points;
  return geoFromPairs([pair(one), pair(two)], { widthPt: frame.widthM, heightPt: frame.heightM });
}
