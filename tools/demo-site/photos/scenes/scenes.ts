// The available photo scenes of the demo site, by name.
import { doorFrame, facade, windowFilm } from './openings.ts';
import { drywall, puddle, stairs } from './rooms.ts';
import type { Scene } from './scene.ts';
import { cabinet, ducts, fireStop, sockets } from './services.ts';
import { crack, rebar, repaired, tiles } from './surfaces.ts';

export const SCENES = {
  crack,
  drywall,
  sockets,
  fireStop,
  windowFilm,
  puddle,
  ducts,
  doorFrame,
  tiles,
  facade,
  stairs,
  rebar,
  cabinet,
  repaired,
} as const satisfies Record<string, Scene>;
export type SceneName = keyof typeof SCENES;
