// Whole IFC files: the contents of the model file, the drawings of its storeys, and the errors for broken files.
import { existsSync, readFileSync } from 'node:fs';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { type ElementProperties, type PackIndex, readPackHead, readStorey } from '@plumbline/core/features/models/pack';
import { fromElement } from '@plumbline/core/site/geometry/drawing-frame';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RenderError } from '../../render-error.ts';
import { buildModel } from './build-model.ts';
import { globalIdOf, writeIfc } from './testing/ifc-writer.ts';
import { type House, smallHouse } from './testing/small-house.ts';

const SAMPLES = new URL('../../../../../../../shared/samples/ifc/', import.meta.url);
const TIME = '2026-01-01T08:00:00';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-bim-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const shares: number[] = [];
const build = (path: string, name = 'house.ifc', options?: Parameters<typeof buildModel>[4]) =>
  buildModel(path, name, folder, (_stage, share) => shares.push(share), options);

async function house(of: House = {}): Promise<string> {
  const path = join(folder, 'house.ifc');
  await writeFile(path, writeIfc(smallHouse(of), TIME));
  return path;
}

function unpack(path: string) {
  const bytes = readFileSync(path);
  const part = ({ offset, length }: { offset: number; length: number }) =>
    gunzipSync(bytes.subarray(offset, offset + length));
  const index = JSON.parse(part(readPackHead(bytes)).toString()) as PackIndex;
  return {
    index,
    storeys: index.storeys.map((storey) => readStorey(part(storey))),
    properties: index.pages.flatMap((page) => JSON.parse(part(page).toString()) as ElementProperties[]),
  };
}

const problemOf = async (work: Promise<unknown>) => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  return error instanceof RenderError ? { problem: error.problem, stage: error.stage } : error;
};

describe('a model', () => {
  it('has single-line names that can be stored, whatever escaped characters the file contains', async () => {
    const path = await house();
    const odd = "'Ground\\X\\00\\X\\0Afloor'";
    await writeFile(
      path,
      (await readFile(path, 'utf8')).replaceAll(/'(?:Ground floor|Workshop)'/gu, () => odd),
    );
    const [ground] = (await build(path)).storeys;
    expect(ground?.name).toBe('Ground floor');
    expect(ground?.rooms[0]?.name).toBe('Ground floor 0.01');
  });

  it('is read below comments at the beginning of the file', async () => {
    const path = await house();
    await writeFile(path, `/* Exported by ** a program; ISO-10303-21 */\n/***/\n${await readFile(path, 'utf8')}`);
    expect((await build(path)).storeys).toHaveLength(2);
  });

  it('has the rooms of its storeys with their walls in metres', async () => {
    const [ground, upper] = (await build(await house())).storeys;
    expect(ground?.rooms.map(({ name }) => name)).toEqual(['Workshop 0.01']);
    expect(upper?.rooms.map(({ name }) => name)).toEqual(['Workshop 1.01']);
    const outline = ground?.rooms[0]?.outline.map((at) => Math.round(10 * at) / 10) ?? [];
    expect([Math.min(...outline), Math.max(...outline)]).toEqual([0.3, 9.7]);
  });

  it('keeps reinforcement bars that use part of their curve, up to the limit', async () => {
    const path = await house();
    const before = await build(path);
    const bar = (id: number) => `#${id}=IFCCARTESIANPOINT((1.,1.,1.));
#${id + 1}=IFCCARTESIANPOINT((4.,1.,1.));
#${id + 2}=IFCPOLYLINE((#${id},#${id + 1}));
#${id + 3}=IFCSWEPTDISKSOLID(#${id + 2},0.01,$,0.,3.);
#${id + 4}=IFCSHAPEREPRESENTATION($,'Body','AdvancedSweptSolid',(#${id + 3}));
#${id + 5}=IFCPRODUCTDEFINITIONSHAPE($,$,(#${id + 4}));
#${id + 6}=IFCREINFORCINGBAR('${globalIdOf(`bar ${id}`)}',$,'Bar',$,$,$,#${id + 5},$,$,0.02,$,$,$,$);
`;
    const text = await readFile(path, 'utf8');
    const end = text.lastIndexOf('ENDSEC;');
    await writeFile(path, text.slice(0, end) + bar(900_000) + bar(900_100) + text.slice(end));
    const all = await build(path);
    expect(all).toMatchObject({ elements: before.elements + 2, leftOut: 0 });
    const triangles = (before.triangles + all.triangles) / 2;
    const some = await build(path, 'house.ifc', { limits: { triangles, elements: 1_000 } });
    expect(some).toMatchObject({ elements: before.elements + 1, triangles, leftOut: 1 });
  });

  it('has its storeys, elements and properties', async () => {
    const created = await build(await house());
    expect(created.storeys.map(({ rooms: _, ...storey }) => storey)).toEqual([
      { globalId: globalIdOf('ground'), name: 'Ground floor', elevation: 0, page: 1 },
      { globalId: globalIdOf('upper'), name: 'Upper floor', elevation: 3, page: 2 },
    ]);
    expect(created.elements).toBe(15);
    const { index, storeys, properties } = unpack(created.pack);
    expect(index.storeys.map((storey) => storey.elements)).toEqual([8, 7, 0]);
    expect(index.box.max.map((part) => Math.round(10 * part) / 10)).toEqual([10, 8, 5.7]);
    const ground = storeys[0];
    const column = ground?.elements.findIndex((element) => element.name === 'Column 1') ?? -1;
    expect(ground?.elements[column]).toEqual({
      globalId: globalIdOf('ground column'),
      type: 'IfcColumn',
      name: 'Column 1',
    });
    expect([...(ground?.placements.subarray(12 * column + 9, 12 * column + 12) ?? [])]).toEqual([5, 4, 0]);
    const known = properties[ground?.numbers[column] ?? -1];
    expect(known?.globalId).toBe(globalIdOf('ground column'));
    expect(known?.sets.find((set) => set.name === 'Pset_ColumnCommon')?.values).toContainEqual(['FireRating', 'F 90']);
    expect(shares.at(-1)).toBeGreaterThan(shares[0] ?? 1);
  });

  it('has a box of twelve triangles and twelve edges for a block', async () => {
    const { storeys } = unpack((await build(await house())).pack);
    const ground = storeys[0];
    const column = ground?.elements.findIndex((element) => element.name === 'Column 1');
    const at = [...(ground?.instances ?? [])].findIndex((part, i) => i % 3 === 1 && part === column);
    const shape = ground?.instances[at - 1] ?? -1;
    expect([...(ground?.shapes.subarray(6 * shape, 6 * shape + 6) ?? [])].filter((_, i) => i % 2 === 1)).toEqual([
      8, 36, 24,
    ]);
  });

  it('keeps positions exact far from the origin', async () => {
    const at = [3_512_345.25, 5_403_210.5, 412.125] as const;
    const created = await build(await house({ at }));
    expect(Math.abs(created.origin[0] - at[0])).toBeLessThan(20);
    const { storeys } = unpack(created.pack);
    const ground = storeys[0];
    const column = ground?.elements.findIndex((element) => element.name === 'Column 1') ?? -1;
    const placement = ground?.placements.subarray(12 * column, 12 * column + 12) ?? [];
    const [x, y, z] = fromElement(placement, [0, 0, 0]);
    const [ox, oy, oz] = created.origin;
    expect(Math.abs(x + ox - (at[0] + 5))).toBeLessThan(1e-4);
    expect(Math.abs(y + oy - (at[1] + 4))).toBeLessThan(1e-4);
    expect(Math.abs(z + oz - at[2])).toBeLessThan(1e-4);
  });

  it('is drawn at any height if it has no storeys', async () => {
    const path = await house({ at: [0, 0, 5] });
    const text = await readFile(path, 'utf8');
    await writeFile(path, text.replaceAll(/^#\d+ ?= ?IFCBUILDINGSTOREY\(.*$/gmu, ''));
    const created = await build(path);
    expect(created.storeys.map(({ name }) => name)).toEqual(['Small house']);
    expect(created.drawing).not.toBeNull();
  });

  it('is drawn to scale, on the same sheet as long as the building does not grow', async () => {
    const one = await build(await house());
    const other = await build(await house({ column: [6, 4] }));
    expect(one.scale).toBe(50);
    expect(one.frame).toEqual(other.frame);
    expect((one.widthPt / 72) * 0.0254 * one.scale).toBeCloseTo(one.frame.widthM, 9);
    expect(one.frame.left).toBeLessThan(0);
    expect(one.frame.left + one.frame.widthM).toBeGreaterThan(10);
  });
});

describe('a file that cannot be a model', () => {
  const text = () => writeIfc(smallHouse(), TIME);
  const given = async (content: string, name = 'house.ifc') => {
    const path = join(folder, 'given.ifc');
    await writeFile(path, content);
    return problemOf(build(path, name));
  };

  it('is reported as not IFC', async () => {
    expect(await given('hello')).toEqual({ problem: 'ifc_not_ifc', stage: 'inspecting' });
    const endless = `${'/* ISO-10303-21; **/ '.repeat(2_000)}hello`;
    expect(await given(endless)).toEqual({ problem: 'ifc_not_ifc', stage: 'inspecting' });
  });

  it('is reported as truncated, wherever it ends', async () => {
    const whole = text();
    for (const share of [0.1, 0.5, 0.99]) {
      expect(await given(whole.slice(0, Math.floor(share * whole.length)))).toEqual({
        problem: 'ifc_truncated',
        stage: 'inspecting',
      });
    }
  });

  it('is reported as a syntax error', async () => {
    const wrong = { problem: 'ifc_syntax', stage: 'inspecting' };
    expect(await given(text().replace('IFCWALL(', 'IFCWALL(('))).toEqual(wrong);
    expect(await given(text().replace("'Body','SweptSolid',(", "'Body','SweptSolid'"))).toEqual(wrong);
    expect(await given(text().replace('#20=', 'twenty='))).toEqual(wrong);
  });

  it('is reported as empty if nothing has a shape', async () => {
    const bare = { ...smallHouse(), storeys: [] };
    expect(
      await given(
        writeIfc({ ...bare, storeys: [{ key: 'a', name: 'A', elevation: 0, elements: [], rooms: [] }] }, TIME),
      ),
    ).toEqual({
      problem: 'model_empty',
      stage: 'pdfConversion',
    });
  });

  it('is reported as too large', async () => {
    const path = await house();
    expect(await problemOf(build(path, 'house.ifc', { limits: { triangles: 50, elements: 1_000 } }))).toEqual({
      problem: 'model_too_large',
      stage: 'pdfConversion',
    });
  });

  it('is reported as having more storeys than are drawn', async () => {
    const of = smallHouse();
    const [ground] = of.storeys;
    if (!ground) throw new Error('a house without storeys');
    const many = Array.from({ length: 401 }, (_, i) => ({
      ...ground,
      key: `level ${i}`,
      elevation: 3 * i,
      rooms: [],
      elements: ground.elements.slice(0, 1).map((element) => ({ ...element, key: `slab ${i}` })),
    }));
    const path = join(folder, 'tower.ifc');
    await writeFile(path, writeIfc({ ...of, storeys: many }, TIME));
    const refused = { problem: 'model_too_many_storeys', stage: 'inspecting' };
    expect(await problemOf(build(path))).toEqual(refused);
  });

  it.each(['IFC2X2_FINAL', 'IFC5'])('is reported as an unsupported IFC schema: %s', async (schema) => {
    const path = await house();
    await writeFile(
      path,
      (await readFile(path, 'utf8')).replace(/FILE_SCHEMA\(\('[^']*'\)\)/u, `FILE_SCHEMA(('${schema}'))`),
    );
    expect(await problemOf(build(path))).toEqual({ problem: 'ifc_schema', stage: 'inspecting' });
  });

  it('is reported as a broken archive', async () => {
    const path = join(folder, 'given.ifczip');
    await writeFile(path, 'PK\u0003\u0004');
    await appendFile(path, 'nothing of an archive');
    expect(await problemOf(build(path, 'given.ifczip'))).toEqual({ problem: 'ifc_archive', stage: 'inspecting' });
  });
});

describe.skipIf(!existsSync(SAMPLES))('real files (skipped without the sample files)', () => {
  it.each([
    ['AC20-FZK-Haus.ifc', ['Erdgeschoss', 'Dachgeschoss'], 83],
    ['duplex.ifc', ['T/FDN', 'Level 1', 'Level 2', 'Roof'], 215],
    ['IfcOpenHouse_IFC4.ifc', ['0 m'], 35],
  ])('%s', async (name, storeys, elements) => {
    const created = await build(new URL(name, SAMPLES).pathname, name);
    expect(created.storeys.map((storey) => storey.name)).toEqual(storeys);
    expect(created.elements).toBe(elements);
    expect((await readFile(created.drawing ?? '')).subarray(0, 5).toString()).toBe('%PDF-');
  });
});
