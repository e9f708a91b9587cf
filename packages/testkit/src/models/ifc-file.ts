// Writes IFC files as other programs write them: any schema and unit of length, shapes of every kind, and files that are broken on purpose.
import { globalIdOf } from '@plumbline/server/rendering/engines/ifc/testing/ifc-writer';

export type Schema = 'IFC2X3' | 'IFC4' | 'IFC4X3_ADD2';
export type Unit = 'metre' | 'millimetre' | 'foot';

type Point3 = readonly [number, number, number];

const METRES: Record<Unit, number> = { metre: 1, millimetre: 0.001, foot: 0.3048 };

export const real = (value: number): string => {
  const text = String(Math.round(value * 1e6) / 1e6);
  return /[.e]/u.test(text) ? text : `${text}.`;
};

export type Header = {
  schema?: Schema;
  unit?: Unit;
  /** The program that wrote the file, as in FILE_NAME. */
  program?: string;
  project?: string;
  building?: string;
  /** The placement of the site, in metres. */
  at?: Point3;
  /** Attributes of IFCSITE from latitude to elevation, as written. */
  site?: string;
  /** Adds coordinate operations and the like; can use the id of the geometric context. */
  located?: (file: IfcFile) => void;
};

export class IfcFile {
  readonly #lines: string[] = [];
  readonly #header: Header;
  readonly schema: Schema;
  readonly unit: Unit;
  readonly whole: string;
  readonly body: string;
  readonly owner: string;
  readonly site: string;
  readonly building: string;
  readonly buildingPlacement: string;
  readonly project: string;

  constructor(header: Header = {}) {
    this.#header = header;
    this.schema = header.schema ?? 'IFC4';
    this.unit = header.unit ?? 'metre';
    this.owner = this.schema === 'IFC2X3' ? this.#history(header.program ?? 'Plumbline') : '$';
    const zero = this.axis([0, 0, 0]);
    this.whole = this.add(`IFCGEOMETRICREPRESENTATIONCONTEXT($,'Model',3,1.E-5,${zero},$)`);
    this.body = this.add(`IFCGEOMETRICREPRESENTATIONSUBCONTEXT('Body','Model',*,*,*,*,${this.whole},$,.MODEL_VIEW.,$)`);
    const name = header.project ?? 'Project';
    this.project = this.add(
      `IFCPROJECT('${globalIdOf(name)}',${this.owner},'${name}',$,$,$,$,(${this.whole}),${this.#units()})`,
    );
    const sitePlacement = this.placement('$', header.at ?? [0, 0, 0]);
    this.site = this.add(
      `IFCSITE('${globalIdOf('site')}',${this.owner},'Site',$,$,${sitePlacement},$,$,.ELEMENT.,${header.site ?? '$,$,$'},$,$)`,
    );
    this.buildingPlacement = this.placement(sitePlacement, [0, 0, 0]);
    this.building = this.add(
      `IFCBUILDING('${globalIdOf('building')}',${this.owner},'${header.building ?? 'Building'}',$,$,${this.buildingPlacement},$,$,.ELEMENT.,$,$,$)`,
    );
    this.aggregate(this.project, [this.site]);
    this.aggregate(this.site, [this.building]);
    header.located?.(this);
  }

  add(text: string): string {
    this.#lines.push(text);
    return `#${this.#lines.length}`;
  }

  /** A length in the unit of the file. */
  length(metres: number): string {
    return real(metres / METRES[this.unit]);
  }

  point(...at: readonly number[]): string {
    return this.add(`IFCCARTESIANPOINT((${at.map((part) => this.length(part)).join(',')}))`);
  }

  axis(at: Point3): string {
    return this.add(`IFCAXIS2PLACEMENT3D(${this.point(...at)},$,$)`);
  }

  placement(above: string, at: Point3): string {
    return this.add(`IFCLOCALPLACEMENT(${above},${this.axis(at)})`);
  }

  aggregate(whole: string, parts: readonly string[]): void {
    this.add(`IFCRELAGGREGATES('${globalIdOf(`in ${whole}`)}',${this.owner},$,$,${whole},(${parts.join(',')}))`);
  }

  storey(key: string, name: string, elevation: number): { id: string; placement: string } {
    const placement = this.placement(this.buildingPlacement, [0, 0, elevation]);
    const id = this.add(
      `IFCBUILDINGSTOREY('${globalIdOf(key)}',${this.owner},'${name}',$,$,${placement},$,$,.ELEMENT.,${this.length(elevation)})`,
    );
    return { id, placement };
  }

  contain(where: string, elements: readonly string[]): void {
    this.add(
      `IFCRELCONTAINEDINSPATIALSTRUCTURE('${globalIdOf(`within ${where}`)}',${this.owner},$,$,(${elements.join(',')}),${where})`,
    );
  }

  /** An upright block between two corners, as an extrusion. */
  block(from: Point3, to: Point3): string {
    const [x0, y0, z0] = from;
    const [x1, y1, z1] = to;
    const corners = [
      [x0, y0],
      [x1, y0],
      [x1, y1],
      [x0, y1],
      [x0, y0],
    ] as const;
    const line = this.add(`IFCPOLYLINE((${corners.map((corner) => this.point(...corner)).join(',')}))`);
    const profile = this.add(`IFCARBITRARYCLOSEDPROFILEDEF(.AREA.,$,${line})`);
    const up = this.add('IFCDIRECTION((0.,0.,1.))');
    return this.add(`IFCEXTRUDEDAREASOLID(${profile},${this.axis([0, 0, z0])},${up},${this.length(z1 - z0)})`);
  }

  /** The same block by its six faces. */
  brep([x0, y0, z0]: Point3, [x1, y1, z1]: Point3): string {
    const corner = [0, 1, 2, 3, 4, 5, 6, 7].map((i) => this.point(i & 1 ? x1 : x0, i & 2 ? y1 : y0, i & 4 ? z1 : z0));
    const faces = [
      [0, 2, 3, 1],
      [4, 5, 7, 6],
      [0, 1, 5, 4],
      [2, 6, 7, 3],
      [0, 4, 6, 2],
      [1, 3, 7, 5],
    ].map((ring) => {
      const loop = this.add(`IFCPOLYLOOP((${ring.map((i) => corner[i]).join(',')}))`);
      return this.add(`IFCFACE((${this.add(`IFCFACEOUTERBOUND(${loop},.T.)`)}))`);
    });
    return this.add(`IFCFACETEDBREP(${this.add(`IFCCLOSEDSHELL((${faces.join(',')}))`)})`);
  }

  shape(items: readonly string[], kind = 'SweptSolid'): string {
    const shape = this.add(`IFCSHAPEREPRESENTATION(${this.body},'Body','${kind}',(${items.join(',')}))`);
    return this.add(`IFCPRODUCTDEFINITIONSHAPE($,$,(${shape}))`);
  }

  /** `rest`: the attributes after the tag, if the schema has any. */
  element(type: string, key: string, above: string, shape: string, at: Point3 = [0, 0, 0], rest = ''): string {
    const placed = this.placement(above, at);
    const more = rest || (this.schema === 'IFC2X3' || type === 'IFCFURNISHINGELEMENT' ? '' : REST[type] || ',$');
    return this.add(`${type}('${globalIdOf(key)}',${this.owner},'${key}',$,$,${placed},${shape},$${more})`);
  }

  /** An opening cut into an element by a block. */
  opening(key: string, element: string, above: string, from: Point3, to: Point3): void {
    const shape = this.shape([this.block(from, to)]);
    const placed = this.placement(above, [0, 0, 0]);
    const kind = this.schema === 'IFC2X3' ? '' : ',.OPENING.';
    const hole = this.add(
      `IFCOPENINGELEMENT('${globalIdOf(key)}',${this.owner},'${key}',$,$,${placed},${shape},$${kind})`,
    );
    this.add(`IFCRELVOIDSELEMENT('${globalIdOf(`void ${key}`)}',${this.owner},$,$,${element},${hole})`);
  }

  get text(): string {
    return `${this.head}${this.#lines.map((line, i) => `#${i + 1}=${line};\n`).join('')}ENDSEC;\nEND-ISO-10303-21;\n`;
  }

  get head(): string {
    const program = this.#header.program ?? 'Plumbline';
    return [
      'ISO-10303-21;',
      'HEADER;',
      "FILE_DESCRIPTION(('ViewDefinition [CoordinationView]'),'2;1');",
      `FILE_NAME('model.ifc','2026-01-01T08:00:00',('Somebody'),('Somewhere'),'${program}','${program}','');`,
      `FILE_SCHEMA(('${this.schema}'));`,
      'ENDSEC;',
      'DATA;',
      '',
    ].join('\n');
  }

  #history(program: string): string {
    const person = this.add("IFCPERSON($,'Somebody',$,$,$,$,$,$)");
    const organisation = this.add(`IFCORGANIZATION($,'${program}',$,$,$)`);
    const both = this.add(`IFCPERSONANDORGANIZATION(${person},${organisation},$)`);
    const application = this.add(`IFCAPPLICATION(${organisation},'1','${program}','${program}')`);
    return this.add(`IFCOWNERHISTORY(${both},${application},$,.ADDED.,$,$,$,1767254400)`);
  }

  #units(): string {
    const metre = () => this.add('IFCSIUNIT(*,.LENGTHUNIT.,$,.METRE.)');
    const length = () => {
      if (this.unit === 'metre') return metre();
      if (this.unit === 'millimetre') return this.add('IFCSIUNIT(*,.LENGTHUNIT.,.MILLI.,.METRE.)');
      const factor = this.add(`IFCMEASUREWITHUNIT(IFCLENGTHMEASURE(0.3048),${metre()})`);
      const powers = this.add('IFCDIMENSIONALEXPONENTS(1,0,0,0,0,0,0)');
      return this.add(`IFCCONVERSIONBASEDUNIT(${powers},.LENGTHUNIT.,'FOOT',${factor})`);
    };
    const angle = this.add('IFCSIUNIT(*,.PLANEANGLEUNIT.,$,.RADIAN.)');
    return this.add(`IFCUNITASSIGNMENT((${length()},${angle}))`);
  }
}

const REST: Readonly<Record<string, string>> = {
  IFCDOOR: ',$,$,$,$,$',
  IFCWINDOW: ',$,$,$,$,$',
};
