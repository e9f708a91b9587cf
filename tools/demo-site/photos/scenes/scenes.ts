// The photo scenes of the demo site by name. Each is photographed once: no two places look the same.
import { bareFlow, column, earthing, garageWater, sprinkler } from './basement.ts';
import { collar, levelOnTiles, nosing, paintRuns, showerJoint, sill } from './finishes.ts';
import { cableStop, cableTray, condensate, doubleDoor, floorBox, liftDoor } from './interiors.ts';
import { doorFrame, facade, windowFilm } from './openings.ts';
import { parapet, trench } from './outside.ts';
import { drywall, markedOpening, puddle, stairs, studs } from './rooms.ts';
import type { Scene } from './scene.ts';
import { cabinet, ducts, fireStop, sockets } from './services.ts';
import { ceilingCrack, crack, repaired, tiles } from './surfaces.ts';

export const SCENES = {
  bareFlow,
  cabinet,
  cableStop,
  cableTray,
  ceilingCrack,
  collar,
  column,
  condensate,
  crack,
  doorFrame,
  doubleDoor,
  drywall,
  ducts,
  earthing,
  facade,
  fireStop,
  floorBox,
  garageWater,
  levelOnTiles,
  liftDoor,
  markedOpening,
  nosing,
  paintRuns,
  parapet,
  puddle,
  repaired,
  showerJoint,
  sill,
  sockets,
  sprinkler,
  stairs,
  studs,
  tiles,
  trench,
  windowFilm,
} as const satisfies Record<string, Scene>;
export type SceneName = keyof typeof SCENES;
