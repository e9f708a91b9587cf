// Rods along a curve, such as reinforcement, cables and railings. Programs write where on the curve a rod begins and ends
// even if it covers all of it, which the parser understands only for curves without ends: it builds no shape for others.
import { IFCCIRCLE, IFCELLIPSE, IFCLINE, IFCSWEPTDISKSOLID, IFCSWEPTDISKSOLIDPOLYGONAL, type IfcAPI } from 'web-ifc';
import { idsOfType, lineOf, numberOf, refOf } from '../ifc-entities.ts';

const ENDLESS_CURVES = new Set([IFCLINE, IFCCIRCLE, IFCELLIPSE]);

/** Extends rods to the whole of their curves. Must be called before any shape is built. */
export function sweepWholeCurves(api: IfcAPI, model: number): void {
  for (const id of [IFCSWEPTDISKSOLID, IFCSWEPTDISKSOLIDPOLYGONAL].flatMap((type) => idsOfType(api, model, type))) {
    const rod = lineOf(api, model, id);
    const curve = refOf(rod?.Directrix);
    if (!rod || curve === undefined || ENDLESS_CURVES.has(api.GetLineType(model, curve))) continue;
    if (numberOf(rod.StartParam) === undefined && numberOf(rod.EndParam) === undefined) continue;
    api.WriteLine(model, Object.assign(rod, { StartParam: null, EndParam: null }));
  }
}
