// Building models from other programs, valid and broken, read as an import reads them.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { metresBetween, planBearing, toPosition } from '@plumbline/core/site/geometry/mercator';
import { geoOfFrame } from '@plumbline/core/site/geometry/model-location';
import { buildModel } from '@plumbline/server/rendering/engines/ifc/build-model';
import { readModel } from '@plumbline/server/rendering/render';
import { RenderError } from '@plumbline/server/rendering/render-error';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { Header, Schema, Unit } from './ifc-file.ts';
import {
  BROKEN_SHAPES,
  CIRCLES,
  ducts,
  mappedItems,
  plainModel,
  tower,
  withoutStoreys,
  withShape,
} from './other-programs.ts';
import { zipOf } from './zip.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-model-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function draftOf(content: string | Uint8Array, name = 'Model.ifc') {
  const path = join(folder, name);
  await writeFile(path, content);
  const created = await buildModel(path, name, folder, () => undefined);
  return { ...created, titles: created.storeys.flatMap((storey) => (storey.page === null ? [] : [storey.name])) };
}

/** Why the file is refused. */
const problemOf = async (content: string | Uint8Array) => {
  const error: unknown = await draftOf(content).catch((thrown: unknown) => thrown);
  return error instanceof RenderError ? { problem: error.problem, stage: error.stage, line: error.line } : error;
};

describe('a model from another program', () => {
  test.each<[string, Schema, Unit]>([
    ['Autodesk Revit 2024', 'IFC2X3', 'foot'],
    ['ArchiCAD 27', 'IFC4', 'metre'],
    ['Tekla Structures', 'IFC2X3', 'millimetre'],
    ['ALLPLAN 2024', 'IFC4', 'millimetre'],
    ['Vectorworks', 'IFC4', 'foot'],
    ['Bridge and road', 'IFC4X3_ADD2', 'metre'],
  ])('%s: %s in %s', async (program, schema, unit) => {
    const created = await draftOf(plainModel({ program, schema, unit }).text);
    expect(created).toMatchObject({ titles: ['EG'], elements: 2, leftOut: 0 });
    // The wall with its opening, and the six faces of the column.
    expect(created.triangles).toBe(44);
    // Five metres in any unit, plus the margin of the sheet.
    expect(created.frame.widthM).toBeGreaterThan(6.9);
    expect(created.frame.widthM).toBeLessThan(8);
  });

  test('mapped items appear at each of their positions', async () => {
    expect(await draftOf(mappedItems().text)).toMatchObject({ elements: 3, triangles: 44 + 24 });
  });

  test('is read from a zip archive', async () => {
    const zip = zipOf({ 'readme.txt': 'nothing', 'Model.ifc': plainModel().text });
    expect(await draftOf(zip, 'Model.ifczip')).toMatchObject({ elements: 2, titles: ['EG'] });
    expect(await draftOf(zip, 'Model.zip')).toMatchObject({ elements: 2 });
  });

  const named = (name: string) => plainModel().text.replace("'EG'", `'${name}'`);
  test.each<[string, string | Uint8Array, string]>([
    ['as two-byte escapes', named('1\\X2\\5C64\\X0\\'), '1層'],
    ['as four-byte escapes', named('\\X4\\0001F3E0\\X0\\'), '🏠'],
    ['as one-byte escapes', named('\\X\\DCber'), 'Über'],
    ['as shifted letters', named('\\S\\|'), 'ü'],
    ['with quotes and backslashes', named("O''Neil \\\\ 2"), "O'Neil \\ 2"],
    ['in UTF-8', named('Łódź'), 'Łódź'],
    ['in UTF-8 with a byte order mark', `\u{feff}${named('Łódź')}`, 'Łódź'],
    ['in UTF-16', Buffer.from(`\u{feff}${named('Łódź')}`, 'utf16le'), 'Łódź'],
    ['in a single-byte encoding', Buffer.from(named('Dachgeschoß'), 'latin1'), 'Dachgeschoß'],
    ['with other line endings', named('EG').replaceAll('\n', '\r\n'), 'EG'],
    ['on one line', named('EG').replaceAll('\n', ''), 'EG'],
    ['with comments', named('EG').replace('DATA;', "/* #1=( ' */ DATA;"), 'EG'],
  ])('reads text %s', async (_, content, title) => {
    expect((await draftOf(content)).titles).toEqual([title]);
  });
});

describe('storeys', () => {
  test('beyond the maximum number are refused, as each must become a plan', async () => {
    expect(await problemOf(tower(450).text)).toMatchObject({ problem: 'model_too_many_storeys', stage: 'inspecting' });
    expect((await draftOf(tower(400).text)).titles).toHaveLength(400);
  });

  test.each([0, 250])('missing: the building is used as one storey, at any height (%i m)', async (height) => {
    const created = await draftOf(withoutStoreys(height).text);
    expect(created.titles).toEqual(['Hall']);
    expect(created.storeys).toMatchObject([{ name: 'Hall', elevation: height, page: 1 }]);
  });

  test('missing, and no upright elements: the building is drawn from above', async () => {
    expect((await draftOf(withoutStoreys(90, 'IFCBUILDINGELEMENTPROXY').text)).titles).toEqual(['Hall']);
  });

  test('with nothing but ducts under their ceilings are each drawn from above', async () => {
    const { storeys, titles } = await draftOf(ducts().text);
    expect(titles).toEqual(['EG', 'OG']);
    expect(storeys.map(({ elevation }) => elevation)).toEqual([0, 3]);
  });

  test('of nothing but terrain are drawn', async () => {
    const text = withoutStoreys(90, 'IFCGEOGRAPHICELEMENT').text;
    expect(await draftOf(text)).toMatchObject({ elements: 1, titles: ['Hall'] });
  });

  test('elements outside any storey are drawn at their position', async () => {
    const text = plainModel().text.replace(/#\d+=IFCRELCONTAINEDINSPATIALSTRUCTURE.*\n/u, '');
    expect(await draftOf(text)).toMatchObject({ elements: 2, titles: ['EG'] });
  });

  test('whose elevation differs from that of their elements take the elevation of the elements', async () => {
    const far = withoutStoreys(412).text.replace(
      /ENDSEC;\nEND-ISO/u,
      "#900=IFCBUILDINGSTOREY('0000000000000000000001',$,'Low',$,$,$,$,$,.ELEMENT.,0.);\nENDSEC;\nEND-ISO",
    );
    const inside = far.replace(/(IFCRELCONTAINEDINSPATIALSTRUCTURE\(.*),#\d+\);/u, '$1,#900);');
    expect((await draftOf(inside)).storeys).toMatchObject([{ name: 'Low', elevation: 412, page: 1 }]);
  });
});

describe('a model far from the origin', () => {
  test('keeps millimetre precision', async () => {
    const at = [3_512_345.25, 5_403_210.5, 412.125] as const;
    const created = await draftOf(plainModel({ at }).text);
    expect(created.origin.map((part, i) => Math.abs(part - (at[i] ?? 0)) < 10)).toEqual([true, true, true]);
    expect(created.frame.left).toBeGreaterThan(3_512_340);
    expect(created.frame.widthM).toBeLessThan(8);
  });

  test('is not shrunk by a single element at the origin', async () => {
    const at = [3_512_345, 5_403_210, 0] as const;
    const text = plainModel({ at }, (file, { id }) => {
      const many = Array.from({ length: 40 }, (_, i) =>
        file.element(
          'IFCCOLUMN',
          `Many ${i}`,
          file.buildingPlacement,
          file.shape([file.block([i, 5, 0], [i + 0.2, 6, 3])]),
        ),
      );
      file.contain(id, many);
      return file.element('IFCCOLUMN', 'Stray', '$', file.shape([file.block([0, 0, 0], [1, 1, 3])]));
    }).text;
    const created = await draftOf(text);
    expect(created.elements).toBe(43);
    expect(created.frame.widthM).toBeLessThan(60);
  });
});

describe('the location of a model', () => {
  const lies = async (header: Header) => {
    const { located, frame } = await draftOf(plainModel(header).text);
    const geo = located && geoOfFrame(located, frame);
    if (!geo) return undefined;
    // The origin of the model.
    const zero = toPosition(geo, { x: (0 - frame.left) / frame.widthM, y: frame.top / frame.heightM });
    return { by: located.by, grid: located.grid, zero, bearing: planBearing(geo) };
  };

  test('is unknown if the file does not state it', async () => {
    expect(await lies({})).toBeUndefined();
    expect(await lies({ site: '(0,0,0),(0,0,0),0.' })).toBeUndefined();
  });

  test('is read from the latitude and longitude of its site', async () => {
    const found = await lies({ site: '(48,8,14,640000),(11,34,31,800000),519.' });
    expect(found).toMatchObject({ by: 'site', grid: '' });
    expect(found && metresBetween(found.zero, { lat: 48.137_4, lon: 11.575_5 })).toBeLessThan(1);
  });

  test.each<[string, Unit]>([
    ['metres', 'metre'],
    ['millimetres', 'millimetre'],
  ])('is read from a projected grid, including its rotation, in %s', async (_, unit) => {
    const located: Header['located'] = (file) => {
      const grid = file.add("IFCPROJECTEDCRS('EPSG:25832',$,'ETRS89','DHHN2016','UTM','32N',$)");
      const scale = unit === 'metre' ? '1.' : '0.001';
      file.add(`IFCMAPCONVERSION(${file.whole},${grid},691600.,5334600.,500.,0.866025404,0.5,${scale})`);
    };
    const found = await lies({ unit, located });
    expect(found).toMatchObject({ by: 'grid', grid: 'EPSG:25832' });
    // Rotated 30 degrees counterclockwise, plus the grid convergence at this location.
    expect(found?.bearing).toBeGreaterThan(330);
    expect(found?.bearing).toBeLessThan(333);
    expect(found && metresBetween(found.zero, { lat: 48.135_8, lon: 11.575_4 })).toBeLessThan(60);
  });

  test('is read from the property sets of IFC 2x3', async () => {
    const located: Header['located'] = (file) => {
      const value = (name: string, text: string) => file.add(`IFCPROPERTYSINGLEVALUE('${name}',$,${text},$)`);
      const system = value('Name', "IFCLABEL('EPSG:25832')");
      const [east, north] = [
        value('Eastings', 'IFCLENGTHMEASURE(691600.)'),
        value('Northings', 'IFCLENGTHMEASURE(5334600.)'),
      ];
      file.add(`IFCPROPERTYSET('0000000000000000000003',${file.owner},'ePSet_ProjectedCRS',$,(${system}))`);
      file.add(`IFCPROPERTYSET('0000000000000000000004',${file.owner},'ePSet_MapConversion',$,(${east},${north}))`);
    };
    expect(await lies({ schema: 'IFC2X3', located })).toMatchObject({ by: 'grid', grid: 'EPSG:25832' });
  });

  test('stays unknown for an unknown grid', async () => {
    const located: Header['located'] = (file) => {
      const grid = file.add("IFCPROJECTEDCRS('Our own grid',$,$,$,$,$,$)");
      file.add(`IFCMAPCONVERSION(${file.whole},${grid},691600.,5334600.,500.,1.,0.,1.)`);
    };
    expect(await lies({ located })).toBeUndefined();
  });
});

describe('a single element that cannot be converted', () => {
  test.each(Object.entries(BROKEN_SHAPES))('%s: the other elements are kept', async (_, shape) => {
    const created = await draftOf(withShape(shape).text);
    expect(created.elements).toBe(2);
    expect(created.titles).toEqual(['EG']);
  });

  test('is left out and counted when it stalls the process that converts it', async () => {
    const path = join(folder, 'model.ifc');
    await writeFile(path, plainModel().text);
    // With a stall limit of 1 ms every element appears to hang, until the maximum number is left out.
    await expect(readModel(path, 'model.ifc', folder, { stallLimit: 1 })).rejects.toMatchObject({ problem: 'timeout' });
  });
});

describe('an invalid file', () => {
  test.each(Object.entries(CIRCLES))('%s is reported', async (_, text) => {
    expect(await problemOf(text())).toMatchObject({ stage: 'inspecting', problem: 'ifc_circular' });
  });

  test('garbage after the header is reported with its line', async () => {
    const garbage = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7_919 + 13) % 256)).toString('latin1');
    const [head = '', rest = ''] = plainModel().text.split('DATA;\n');
    const found = await problemOf(Buffer.from(`${head}DATA;\n${garbage}${rest}`, 'latin1'));
    expect(found).toEqual({ problem: 'ifc_syntax', stage: 'inspecting', line: expect.any(Number) });
  });

  test('an unknown schema is refused', async () => {
    for (const schema of ['IFC9', 'IFC4RC4'])
      expect(await problemOf(plainModel().text.replace('IFC4', schema))).toMatchObject({ problem: 'ifc_schema' });
  });
});
