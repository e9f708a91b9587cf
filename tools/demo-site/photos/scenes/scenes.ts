// The photo scenes of the demo site by name. Each is photographed once: no two places look the same.
import { bareFlow, column, earthing, garageWater, sprinkler } from './basement.ts';
import { collar, levelOnTiles, nosing, paintRuns, showerJoint, sill } from './finishes.ts';
import { cableStop, cableTray, condensate, doubleDoor, floorBox, liftDoor } from './interiors.ts';
import { balusters, boxWindow, doorphone, herringbone, mould, radiator, railing, stucco } from './old-house.ts';
import { doorFrame, facade, windowFilm } from './openings.ts';
import { parapet, trench } from './outside.ts';
import { loweredSockets, paintedWall, sealedDuct } from './rework.ts';
import { drywall, markedOpening, puddle, stairs, studs } from './rooms.ts';
import type { Scene } from './scene.ts';
import { cabinet, ducts, fireStop, sockets } from './services.ts';
import { ceilingCrack, crack, repaired, tiles } from './surfaces.ts';

export const SCENES = {
  balusters,
  bareFlow,
  boxWindow,
  cabinet,
  cableStop,
  cableTray,
  ceilingCrack,
  collar,
  column,
  condensate,
  crack,
  doorFrame,
  doorphone,
  doubleDoor,
  drywall,
  ducts,
  earthing,
  facade,
  fireStop,
  floorBox,
  garageWater,
  herringbone,
  levelOnTiles,
  liftDoor,
  loweredSockets,
  markedOpening,
  mould,
  nosing,
  paintRuns,
  paintedWall,
  parapet,
  puddle,
  radiator,
  railing,
  repaired,
  sealedDuct,
  showerJoint,
  sill,
  sockets,
  sprinkler,
  stairs,
  stucco,
  studs,
  tiles,
  trench,
  windowFilm,
} as const satisfies Record<string, Scene>;
export type SceneName = keyof typeof SCENES;
