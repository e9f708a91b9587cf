// Every type of custom field in every place: entered, listed, filtered, sorted, bulk-edited, shown in the history and
// exported.
import { randomUUID } from 'node:crypto';
import { exportPins } from '@plumbline/core/features/exports/contract';
import { showValue } from '@plumbline/core/features/fields/show';
import { listPins, pinHistory } from '@plumbline/core/features/pins/contract';
import { matchesPin } from '@plumbline/core/features/pins/filter';
import { type FieldFormat, type FieldType, type FieldValue, newFormat } from '@plumbline/core/site/rows/fields';
import { pinFilter } from '@plumbline/core/site/values/pin-filter';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { readTable } from '@plumbline/server/features/datasets/reading/read-table';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { pinRow } from '../../content.ts';
import { startTestServer, type TestServer } from '../../server.ts';

let server: TestServer;
let world: World;
beforeAll(async () => {
  server = await startTestServer();
  world = await createWorld(server);
});
afterAll(() => server?.close());

type Kind = {
  /** In ascending order. */
  values: readonly [FieldValue, FieldValue];
  /** A filter that only the second value matches; without the field prefix. */
  wish: string;
  refused: readonly [unknown, string];
  /** The second value in a workbook; if missing, as formatted for display. */
  cell?: string;
};

const KINDS: Record<FieldType, Kind> = {
  NUMBER: { values: [3, 12.5], wish: 'n:10..', refused: ['12', 'NOT_VALID'], cell: '12.5' },
  CURRENCY: { values: [0, 99.95], wish: 'n:99.95..99.95', refused: [-1, 'TOO_SMALL'], cell: '99.95' },
  PERCENTAGE: { values: [5, 100], wish: 'n:100..', refused: [101, 'TOO_BIG'], cell: '100%' },
  TIME: { values: [30, 90], wish: 'n:60..', refused: [-5, 'TOO_SMALL'], cell: '1:30' },
  DATE: {
    values: ['2026-01-31', '2026-02-01'],
    wish: 'd:2026-02-01..',
    refused: ['2026-02-30', 'NOT_VALID'],
    cell: '2026-02-01',
  },
  TEXT: { values: ['Eiche', 'Tür \u05d3\u05dc\u05ea \u{1f6aa}'], wish: 'w:tür', refused: [7, 'NOT_VALID'] },
  SLIDER: { values: [1, 4], wish: 'n:2..5', refused: [9, 'TOO_BIG'] },
  TAGS: { values: [['alt'], ['neu', 'rot']], wish: 't:rot', refused: [['zwei Worte'], 'NOT_VALID'] },
};

describe.each(Object.entries(KINDS) as [FieldType, Kind][])(
  '%s',
  (type, { values: [low, high], wish, refused, cell }) => {
    const fieldId = randomUUID();
    const [first, second, none] = [randomUUID(), randomUUID(), randomUUID()];
    const format: FieldFormat = newFormat(type, (n) => `Level ${n}`);
    const admin = () => world.roles.administrator;
    const params = () => ({ projectId: world.projectId });
    const act = (action: string, input: object) => runSite(server.services, admin(), world.projectId, action, input);
    const ours: readonly string[] = [first, second, none];
    const list = async (query: object) => {
      const { content } = await admin().caller.call(listPins, { params: params(), query: { size: 1_000, ...query } });
      return content.filter(({ id }) => ours.includes(id));
    };
    const idsOf = async (query: object) => (await list(query)).map(({ id }) => id);

    beforeAll(async () => {
      await act('field.create', { id: fieldId, title: `Of kind ${type}`, format, categoryIds: [] });
      for (const [id, fields] of [
        [first, { [fieldId]: low }],
        [second, {}],
        [none, {}],
      ] as const)
        await act('pin.create', { id, planId: null, x: null, y: null, content: { title: type, fields } });
    });

    test('is entered, and refused if it is invalid', async () => {
      await act('pin.update', { id: second, set: { fields: { [fieldId]: high } } });
      const rows = await list({});
      expect(rows.find(({ id }) => id === first)?.fields).toEqual({ [fieldId]: low });
      expect(rows.find(({ id }) => id === second)?.fields).toEqual({ [fieldId]: high });
      const [value, outcome] = refused;
      await expect(act('pin.update', { id: second, set: { fields: { [fieldId]: value } } })).rejects.toMatchObject({
        code: 'invalid_input',
        details: { fields: [{ outcome }] },
      });
    });

    test('is filtered by, on the server as on a device', async () => {
      const by = { projectId: world.projectId, createdBy: admin().userId };
      for (const [condition, found] of [
        [wish, [second]],
        ['set', [first, second]],
        ['unset', [none]],
      ] as const) {
        const field = [`${fieldId}:${condition}`];
        expect((await idsOf({ field })).toSorted()).toEqual(found.toSorted());
        const here = [
          pinRow(by, { id: first, fields: { [fieldId]: low } }),
          pinRow(by, { id: second, fields: { [fieldId]: high } }),
          pinRow(by, { id: none }),
        ].filter((pin) =>
          matchesPin(pinFilter.parse({ field }), { pin, tasks: [], posts: [], groups: [] }, '2026-03-01'),
        );
        expect(here.map(({ id }) => id)).toEqual(found);
      }
    });

    test('is sorted by, with empty values last', async () => {
      expect(await idsOf({ sort: `field.${fieldId}` })).toEqual([first, second, none]);
      expect(await idsOf({ sort: `field.${fieldId}`, order: 'desc' })).toEqual([second, first, none]);
    });

    test('is exported as a number or date, or as formatted for display', async () => {
      const query = { field: [`${fieldId}:set`], sort: `field.${fieldId}`, language: 'de', format: 'xlsx' } as const;
      const { raw } = await admin().caller.send(exportPins, { params: params(), query });
      const rows: string[][] = [];
      for await (const { cells } of readTable(raw)) rows.push(cells);
      const at = rows[0]?.indexOf(`Of kind ${type}`) ?? -1;
      expect(rows.slice(1).map((row) => row[at])[1]).toBe(cell ?? showValue(format, high, 'de'));
    });

    test('is bulk-edited, and the history shows the old and the new value', async () => {
      await act('pin.editMany', { changes: [{ ids: ours, set: { fields: { [fieldId]: low } } }] });
      expect((await list({})).map(({ fields }) => fields[fieldId])).toEqual([low, low, low]);
      const { content } = await admin().caller.call(pinHistory, { params: { ...params(), pinId: second }, query: {} });
      expect(content[0]).toMatchObject({
        before: { fields: { [fieldId]: high } },
        after: { fields: { [fieldId]: low } },
      });
      await act('pin.editMany', { changes: [{ ids: ours, set: { fields: { [fieldId]: null } } }] });
      expect(await idsOf({ field: [`${fieldId}:set`] })).toEqual([]);
    });
  },
);
