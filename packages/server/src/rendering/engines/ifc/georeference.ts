// Reads the georeference of an IFC file: the map conversion of IFC 4, the equivalent property sets of IFC 2x3, or the
// latitude and longitude of its site.

import { gridOf, isOnMap } from '@plumbline/core/features/maps/projected';
import { geoFromPairs, toPosition } from '@plumbline/core/site/geometry/mercator';
import type { LocatedModelPoint, ModelLocation } from '@plumbline/core/site/geometry/model-location';
import {
  IFCGEOMETRICREPRESENTATIONCONTEXT,
  IFCMAPCONVERSION,
  IFCMAPCONVERSIONSCALED,
  IFCPROPERTYSET,
  IFCSITE,
  type IfcAPI,
} from 'web-ifc';
import { idsOfType, type Line, lineOf, numberOf, refOf, refsOf, textOf } from './ifc-entities.ts';
import type { Structure } from './structure.ts';

/**
 * Distance in metres between the two reference points: far enough to determine the direction, near enough to treat the
 * earth as flat.
 */
const MAX_DISTANCE_M = 100;

/** Converts a point on the model's ground plane to geographic coordinates. */
type OnEarth = (x: number, y: number) => { lat: number; lon: number } | undefined;
export type Location = { by: ModelLocation['by']; grid: string; onEarth: OnEarth };

type Conversion = {
  grid: string;
  east: number;
  north: number;
  /** The direction of the model's x axis in the map grid. */
  along: [number, number];
  /** Grid metres per metre of the model. */
  scale: number;
};

/** Undefined if the file contains no georeference, or an unknown map grid and no site coordinates. */
export function locationOf(api: IfcAPI, model: number, structure: Structure): Location | undefined {
  const conversion = conversionOf(api, model, structure) ?? oldConversionOf(api, model, structure);
  const grid = conversion && gridOf(conversion.grid);
  if (conversion && grid) {
    const { east, north, along, scale } = conversion;
    const length = Math.hypot(...along) || 1;
    const [cos, sin] = [along[0] / length, along[1] / length];
    return {
      by: 'grid',
      grid: conversion.grid,
      onEarth: (x, y) => grid(east + scale * (cos * x - sin * y), north + scale * (sin * x + cos * y)),
    };
  }
  return siteOf(api, model, structure);
}

/** Two points around the centre of the drawing; null if they are off the map. */
export function locatedAt(location: Location | undefined, x: number, y: number): ModelLocation | null {
  if (!location) return null;
  const point = (px: number, py: number): LocatedModelPoint | undefined => {
    const found = location.onEarth(px, py);
    return found && isOnMap(found) ? { x: px, y: py, ...found } : undefined;
  };
  const [one, two] = [point(x, y), point(x, y + MAX_DISTANCE_M)];
  return one && two ? { by: location.by, grid: location.grid.slice(0, 200), points: [one, two] } : null;
}

function conversionOf(api: IfcAPI, model: number, structure: Structure): Conversion | undefined {
  for (const type of [IFCMAPCONVERSION, IFCMAPCONVERSIONSCALED]) {
    for (const id of idsOfType(api, model, type)) {
      const line = lineOf(api, model, id);
      const target = line && lineOf(api, model, refOf(line.TargetCRS) ?? 0);
      if (!line || !target) continue;
      const [east, north] = [numberOf(line.Eastings), numberOf(line.Northings)];
      if (east === undefined || north === undefined) continue;
      return {
        grid: nameOf(target),
        east,
        north,
        along: [numberOf(line.XAxisAbscissa) ?? 1, numberOf(line.XAxisOrdinate) ?? 0],
        scale: perMetre(numberOf(line.Scale), structure),
      };
    }
  }
  return undefined;
}

/** A map grid is identified by its name, otherwise by its zone. */
function nameOf(target: Line): string {
  const name = textOf(target.Name);
  if (gridOf(name)) return name;
  const zone = [textOf(target.MapProjection), textOf(target.MapZone)].filter(Boolean).join(' ');
  return [textOf(target.Description), zone].find((text) => gridOf(text)) ?? name;
}

/** Files in millimetres state a scale of 0.001; shapes are already in metres here. */
function perMetre(scale: number | undefined, { unit }: Structure): number {
  if (scale === undefined || scale <= 0) return 1;
  const metres = scale / unit;
  if (Math.abs(metres - 1) < 0.01) return metres;
  return Math.abs(scale - 1) < 0.01 ? scale : 1;
}

/** IFC 2x3 has no map conversion; programs write it as property sets by convention. */
function oldConversionOf(api: IfcAPI, model: number, structure: Structure): Conversion | undefined {
  let [system, map]: (ReadonlyMap<string, Line> | undefined)[] = [];
  for (const id of idsOfType(api, model, IFCPROPERTYSET)) {
    const line = lineOf(api, model, id);
    const name = textOf(line?.Name).toLowerCase();
    if (!line || !name.startsWith('epset_')) continue;
    const values = new Map(
      refsOf(line.HasProperties).flatMap((one) => {
        const value = lineOf(api, model, one);
        return value ? [[textOf(value.Name), value] as const] : [];
      }),
    );
    if (name === 'epset_projectedcrs') system = values;
    if (name === 'epset_mapconversion') map = values;
  }
  const number = (key: string) => numberOf(map?.get(key)?.NominalValue);
  const [east, north] = [number('Eastings'), number('Northings')];
  if (east === undefined || north === undefined) return undefined;
  return {
    grid: textOf(system?.get('Name')?.NominalValue),
    east,
    north,
    along: [number('XAxisAbscissa') ?? 1, number('XAxisOrdinate') ?? 0],
    scale: perMetre(number('Scale'), structure),
  };
}

/** A list of numbers, which the parser returns as an array or as a single value. */
function numbersOf(given: unknown): number[] {
  const list = typeof given === 'object' && given !== null && 'value' in given ? given.value : given;
  return (Array.isArray(list) ? list : []).map((one) => numberOf(one) ?? 0);
}

/** Degrees, minutes, seconds and millionths of seconds. */
function angleOf(given: unknown): number | undefined {
  const parts = numbersOf(given);
  if (parts.length < 2) return undefined;
  const [degrees = 0, minutes = 0, seconds = 0, millionths = 0] = parts;
  return degrees + minutes / 60 + (seconds + millionths / 1e6) / 3_600;
}

/** The direction of north in the model, from its geometric context. */
function northOf(api: IfcAPI, model: number): [number, number] {
  for (const id of idsOfType(api, model, IFCGEOMETRICREPRESENTATIONCONTEXT)) {
    const north = refOf(lineOf(api, model, id)?.TrueNorth);
    const ratios = north === undefined ? undefined : lineOf(api, model, north)?.DirectionRatios;
    const [x = 0, y = 1] = numbersOf(ratios);
    if (north !== undefined && Math.hypot(x, y) > 1e-9) return [x, y];
  }
  return [0, 1];
}

function siteOf(api: IfcAPI, model: number, structure: Structure): Location | undefined {
  for (const id of idsOfType(api, model, IFCSITE)) {
    const line = lineOf(api, model, id);
    const [lat, lon] = [angleOf(line?.RefLatitude), angleOf(line?.RefLongitude)];
    // Programs write zero if they have no coordinates.
    if (!line || lat === undefined || lon === undefined || !isOnMap({ lat, lon }) || (lat === 0 && lon === 0)) continue;
    const placement = structure.placementOf(line);
    const [sx, sy] = [placement[9] ?? 0, placement[10] ?? 0];
    const [nx, ny] = northOf(api, model);
    const length = Math.hypot(nx, ny);
    const side = 2 * MAX_DISTANCE_M;
    // Treats the ground around the site as a square sheet whose position and north direction are known.
    const position = (x: number, y: number) => ({ x: 0.5 + (x - sx) / side, y: 0.5 - (y - sy) / side });
    const northwards = { lat: lat + MAX_DISTANCE_M / 111_200, lon };
    const there = { x: sx + (nx / length) * MAX_DISTANCE_M, y: sy + (ny / length) * MAX_DISTANCE_M };
    const straight = geoFromPairs(
      [
        { point: position(sx, sy), position: { lat, lon } },
        { point: position(there.x, there.y), position: northwards },
      ],
      { widthPt: side, heightPt: side },
    );
    if (!straight) continue;
    return { by: 'site', grid: '', onEarth: (x, y) => toPosition(straight, position(x, y)) };
  }
  return undefined;
}
