// Reads the structure of an IFC building without its geometry: units, storeys, the elements in them, and properties.
import type { ElementProperties, PropertySet } from '@plumbline/core/features/models/pack';
import { pastedLine } from '@plumbline/core/kernel/pasted-text';
import {
  IFCBUILDING,
  IFCBUILDINGSTOREY,
  IFCRELAGGREGATES,
  IFCRELASSOCIATESMATERIAL,
  IFCRELCONTAINEDINSPATIALSTRUCTURE,
  IFCRELDEFINESBYPROPERTIES,
  IFCRELDEFINESBYTYPE,
  IFCRELFILLSELEMENT,
  IFCRELNESTS,
  IFCRELVOIDSELEMENT,
  IFCUNITASSIGNMENT,
  type IfcAPI,
} from 'web-ifc';
import { RenderError } from '../../render-error.ts';
import { idsOfType, type Line, lineOf, numberOf, refOf, refsOf, textOf, wordsOf } from './ifc-entities.ts';
import { namedApart } from './storey-names.ts';

export type Storey = { expressId: number; globalId: string; name: string; elevation: number };

const PREFIXES: Record<string, number> = { MILLI: 1e-3, CENTI: 1e-2, DECI: 1e-1, KILO: 1e3 };
/** Maximum number of property values of an element, and of elements in a relation. */
const MAX_VALUES = 400;
const MAX_STOREYS = 400;
/** Maximum absolute elevation of a storey, in metres. */
const MAX_ELEVATION_M = 1_000_000;
/** Maximum nesting depth of properties. */
const MAX_DEPTH = 8;

export class Structure {
  readonly #api: IfcAPI;
  readonly #model: number;
  /** Metres per length unit of the file. */
  readonly unit: number;
  readonly storeys: readonly Storey[];
  /** False if the file has no storeys and the whole building counts as one. */
  readonly withStoreys: boolean;
  readonly #storeyIndex: ReadonlyMap<number, number>;
  readonly #above = new Map<number, number>();
  readonly #sets = new Map<number, number[]>();
  readonly #types = new Map<number, number>();
  readonly #materials = new Map<number, number>();

  constructor(api: IfcAPI, model: number, fileName: string) {
    this.#api = api;
    this.#model = model;
    this.unit = this.#readUnit();
    this.#readRelations();
    const storeys = this.#readStoreys();
    this.withStoreys = storeys.length > 0;
    this.storeys = this.withStoreys ? storeys : [this.#wholeBuilding(fileName)];
    this.#requireEnds(IFCRELVOIDSELEMENT);
    this.#storeyIndex = new Map(this.storeys.map((storey, i) => [storey.expressId, i]));
  }

  /** The index in `storeys` of an element's storey; undefined if it has none. */
  storeyOf(expressId: number): number | undefined {
    let at: number | undefined = expressId;
    for (let steps = 0; at !== undefined && steps < 50; steps++) {
      const storey = this.#storeyIndex.get(at);
      if (storey !== undefined) return storey;
      at = this.#above.get(at);
    }
    return undefined;
  }

  line(expressId: number): Line | undefined {
    return lineOf(this.#api, this.#model, expressId);
  }

  /** Twelve numbers: the columns of the rotation and the origin, in metres. */
  placementOf(line: Line): number[] {
    const placement = refOf(line.ObjectPlacement);
    const m = placement === undefined ? undefined : this.#matrixOf(placement);
    if (!m) return [1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0];
    const n = (i: number) => m[i] ?? 0;
    const { unit } = this;
    return [n(0), n(1), n(2), n(4), n(5), n(6), n(8), n(9), n(10), unit * n(12), unit * n(13), unit * n(14)];
  }

  propertiesOf(line: Line, type: string): ElementProperties {
    const typeLine = this.#lineAt(this.#types.get(line.expressID));
    const sets = [
      this.#attributes(line),
      ...this.#setsOf(this.#sets.get(line.expressID) ?? []),
      ...this.#setsOf(refsOf(typeLine?.HasPropertySets), textOf(typeLine?.Name)),
      this.#materialOf(this.#materials.get(line.expressID)),
    ].filter((set): set is PropertySet => set !== undefined && set.values.length > 0);
    return { globalId: textOf(line.GlobalId), type, name: textOf(line.Name), sets };
  }

  #lineAt(expressId: number | undefined): Line | undefined {
    return expressId === undefined ? undefined : this.line(expressId);
  }

  #matrixOf(placement: number): number[] | undefined {
    try {
      return this.#api.GetWorldTransformMatrix(this.#model, placement);
    } catch {
      return undefined;
    }
  }

  #readUnit(): number {
    for (const assignment of idsOfType(this.#api, this.#model, IFCUNITASSIGNMENT)) {
      for (const id of refsOf(this.line(assignment)?.Units)) {
        const unit = this.line(id);
        if (textOf(unit?.UnitType) !== 'LENGTHUNIT') continue;
        const converted = refOf(unit?.ConversionFactor);
        if (converted === undefined) return PREFIXES[textOf(unit?.Prefix)] ?? 1;
        const measure = this.line(converted);
        const base = this.#lineAt(refOf(measure?.UnitComponent));
        return (numberOf(measure?.ValueComponent) ?? 1) * (PREFIXES[textOf(base?.Prefix)] ?? 1);
      }
    }
    return 1;
  }

  #relations(type: number, read: (relation: Line) => void): void {
    for (const id of idsOfType(this.#api, this.#model, type, true)) {
      const relation = this.line(id);
      if (relation) read(relation);
    }
  }

  #readRelations(): void {
    const under = (related: string, relating: string) => (relation: Line) => {
      const above = refOf(relation[relating]);
      const single = refOf(relation[related]);
      const below = single === undefined ? refsOf(relation[related]) : [single];
      if (above !== undefined) for (const id of below) if (!this.#above.has(id)) this.#above.set(id, above);
    };
    this.#relations(IFCRELCONTAINEDINSPATIALSTRUCTURE, under('RelatedElements', 'RelatingStructure'));
    this.#relations(IFCRELAGGREGATES, under('RelatedObjects', 'RelatingObject'));
    this.#relations(IFCRELNESTS, under('RelatedObjects', 'RelatingObject'));
    this.#relations(IFCRELFILLSELEMENT, under('RelatedBuildingElement', 'RelatingOpeningElement'));
    this.#relations(IFCRELVOIDSELEMENT, under('RelatedOpeningElement', 'RelatingBuildingElement'));
    this.#relations(IFCRELDEFINESBYPROPERTIES, (relation) => {
      const set = refOf(relation.RelatingPropertyDefinition);
      if (set === undefined) return;
      for (const id of refsOf(relation.RelatedObjects)) {
        const sets = this.#sets.get(id);
        if (sets) sets.push(set);
        else this.#sets.set(id, [set]);
      }
    });
    const onto = (target: Map<number, number>, relating: string) => (relation: Line) => {
      const what = refOf(relation[relating]);
      if (what !== undefined) for (const id of refsOf(relation.RelatedObjects)) target.set(id, what);
    };
    this.#relations(IFCRELDEFINESBYTYPE, onto(this.#types, 'RelatingType'));
    this.#relations(IFCRELASSOCIATESMATERIAL, onto(this.#materials, 'RelatingMaterial'));
  }

  /** Lowest first. If there are more than can become plans, only those that contain elements. */
  #readStoreys(): Storey[] {
    const storeys = idsOfType(this.#api, this.#model, IFCBUILDINGSTOREY).flatMap((id): Storey[] => {
      const line = this.line(id);
      if (!line) return [];
      const said = (numberOf(line.Elevation) ?? 0) * this.unit;
      const placed = this.placementOf(line)[11] ?? 0;
      // It becomes the name of a plan.
      const name = pastedLine(textOf(line.Name) || textOf(line.LongName)) || `${Math.round(100 * said) / 100} m`;
      // Some programs place storeys at zero and state only their elevation.
      const elevation = Math.abs(placed) > 1e-6 ? placed : said;
      if (Math.abs(elevation) > MAX_ELEVATION_M) return [];
      return [
        {
          expressId: id,
          globalId: textOf(line.GlobalId) || `#${id}`,
          name: name.slice(0, 200).toWellFormed(),
          elevation,
        },
      ];
    });
    const used = new Set(this.#above.values());
    const kept = storeys.length > MAX_STOREYS ? storeys.filter((storey) => used.has(storey.expressId)) : storeys;
    if (kept.length > MAX_STOREYS)
      throw new RenderError('model_too_many_storeys', 'inspecting', `${kept.length} storeys with elements`);
    const buildingOf = ({ expressId }: Storey) => pastedLine(textOf(this.#lineAt(this.#above.get(expressId))?.Name));
    return namedApart(kept, buildingOf).sort((a, b) => a.elevation - b.elevation);
  }

  #wholeBuilding(fileName: string): Storey {
    const building = idsOfType(this.#api, this.#model, IFCBUILDING)[0];
    const line = this.#lineAt(building);
    const name = pastedLine(textOf(line?.Name)) || fileName.replace(/\.[^.]*$/u, '') || '–';
    return {
      expressId: building ?? 0,
      globalId: textOf(line?.GlobalId) || 'building',
      name: name.slice(0, 200).toWellFormed(),
      elevation: 0,
    };
  }

  /** An element that is its own opening would be cut forever. */
  #requireEnds(type: number): void {
    const into = new Map<number, number>();
    this.#relations(type, (relation) => {
      const [element, hole] = [refOf(relation.RelatingBuildingElement), refOf(relation.RelatedOpeningElement)];
      if (element !== undefined && hole !== undefined) into.set(hole, element);
    });
    for (const first of into.keys()) {
      let at: number | undefined = first;
      for (let steps = 0; at !== undefined && steps <= into.size; steps++) {
        at = into.get(at);
        if (at === first) throw new RenderError('ifc_circular', 'inspecting', `#${first} is its own hole`);
      }
    }
  }

  #attributes(line: Line): PropertySet {
    const values = (['ObjectType', 'PredefinedType', 'Tag', 'Description', 'LongName'] as const).flatMap((name) => {
      const value = wordsOf(line[name]);
      return value && value !== 'NOTDEFINED' ? [[name, value] as const] : [];
    });
    return { name: '', values };
  }

  #setsOf(ids: readonly number[], ofType = ''): PropertySet[] {
    return ids.flatMap((id): PropertySet[] => {
      const set = this.line(id);
      if (!set) return [];
      const values = [...refsOf(set.HasProperties), ...refsOf(set.Quantities)]
        .slice(0, MAX_VALUES)
        .flatMap((one) => this.#property(one));
      return [{ name: [textOf(set.Name), ofType].filter(Boolean).join(' · '), values }];
    });
  }

  #property(id: number, depth = 0): (readonly [string, string])[] {
    const line = depth < MAX_DEPTH ? this.line(id) : undefined;
    if (!line) return [];
    const name = textOf(line.Name);
    const nested = refsOf(line.HasProperties);
    if (nested.length > 0)
      return nested.flatMap((one) => this.#property(one, depth + 1).map(([n, v]) => [`${name}: ${n}`, v] as const));
    const given =
      line.NominalValue ??
      line.EnumerationValues ??
      line.ListValues ??
      line.LengthValue ??
      line.AreaValue ??
      line.VolumeValue ??
      line.CountValue ??
      line.WeightValue ??
      line.TimeValue ??
      line.UpperBoundValue ??
      line.LowerBoundValue;
    const value = wordsOf(given);
    return name && value ? [[name, value.slice(0, 2_000)] as const] : [];
  }

  #materialOf(id: number | undefined): PropertySet | undefined {
    const line = this.#lineAt(id);
    if (!line) return undefined;
    const layerSet = this.#lineAt(refOf(line.ForLayerSet)) ?? line;
    const layers = refsOf(layerSet.MaterialLayers).flatMap((one): (readonly [string, string])[] => {
      const layer = this.line(one);
      const material = this.#lineAt(refOf(layer?.Material));
      const thickness = numberOf(layer?.LayerThickness);
      const name = textOf(material?.Name);
      return name ? [[name, thickness ? `${Math.round(thickness * this.unit * 1e4) / 10} mm` : '']] : [];
    });
    if (layers.length > 0) return { name: 'Material', values: layers };
    const names = [line, ...refsOf(line.Materials).flatMap((one) => this.line(one) ?? [])]
      .map((one) => textOf(one.Name))
      .filter(Boolean);
    return { name: 'Material', values: names.map((name) => [name, ''] as const) };
  }
}
