// The plan tree, revisions and tiles over HTTP.
import type { Feature } from '../../features.ts';
import { serveTiles } from './tiles.ts';

export const plans: Feature = (_serve, parts, app) => {
  serveTiles(parts, app);
};
