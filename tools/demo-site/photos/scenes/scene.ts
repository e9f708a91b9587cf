// A scene of the demo site.
import type { Chance } from '../draw.ts';

/** The inside of an SVG of 1600 × 1200; the same numbers of `next` give the same picture. */
export type Scene = (next: Chance) => string;
