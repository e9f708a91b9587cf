// Where on the earth a building model says that it lies, and how a storey's drawing lies there in consequence. Pure.
import { z } from 'zod';
import { line } from '../../kernel/text.ts';
import { type DrawingFrame, modelMetres, spotInFrame } from './drawing-frame.ts';
import { type Geo, geoFromPairs, MAX_LAT } from './mercator.ts';

/** A place of the model's ground, in metres of its file, and the same place in degrees. */
const locatedPoint = z.strictObject({
  x: modelMetres,
  y: modelMetres,
  lat: z.number().min(-MAX_LAT).max(MAX_LAT),
  lon: z.number().min(-180).max(180),
});
export type LocatedPoint = z.infer<typeof locatedPoint>;

export const located = z.strictObject({
  /** By latitude and longitude of the site alone, or by a surveyed grid. */
  by: z.enum(['site', 'grid']),
  /** What the file calls the grid; empty for a site. */
  grid: line(200),
  /** Two places far enough apart to tell the direction. */
  points: z.tuple([locatedPoint, locatedPoint]),
});
export type Located = z.infer<typeof located>;

/** How a sheet with this frame lies on the earth; undefined where the places tell no direction. */
export function geoOfFrame({ points }: Located, frame: DrawingFrame): Geo | undefined {
  const pair = ({ x, y, lat, lon }: LocatedPoint) => ({ spot: spotInFrame(frame, x, y), position: { lat, lon } });
  const [one, two] = points;
  return geoFromPairs([pair(one), pair(two)], { widthPt: frame.widthM, heightPt: frame.heightM });
}
