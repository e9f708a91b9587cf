// Saving pin categories: several at once, unique titles, none deleted, by administrators only.
import { randomUUID } from 'node:crypto';
import { ROLES } from '@plumbline/core/access/capabilities';
import type { CategoryRow } from '@plumbline/core/site/rows/projects';
import { runSite } from '@plumbline/server/db/tx/pg-store';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../actors.ts';
import { startTestServer } from '../../server.ts';

const server = await startTestServer();
let world: World;
beforeEach(async () => {
  world = await createWorld(server);
});
afterAll(() => server.close());

type Sent = Omit<CategoryRow, 'projectId'>;
const category = (title: string, change: Partial<Sent> = {}): Sent => ({
  id: randomUUID(),
  title,
  colour: 'Blue',
  active: true,
  sort: 0,
  ...change,
});
const save = (categories: Sent[], who = world.roles.administrator) =>
  runSite(server.services, who, world.projectId, 'category.save', { categories });
const storedCategories = async () => {
  const found = await server.database.root.query(
    'SELECT title, colour, active FROM category WHERE project_id = $1 ORDER BY sort, title',
    [world.projectId],
  );
  return found.rows.map((row) => [row.title, row.colour, row.active]);
};

test('categories are created and changed in one call', async () => {
  const [crack, paint] = [category('Crack'), category('Paint', { sort: 1 })];
  await save([crack, paint]);
  await save([{ ...crack, title: 'Cracks', colour: 'Red', sort: 2 }, { ...paint, active: false }, category('Damp')]);
  expect(await storedCategories()).toEqual([
    ['Damp', 'Blue', true],
    ['Paint', 'Blue', false],
    ['Cracks', 'Red', true],
  ]);
});

test('only active categories need unique titles, and a refused save stores nothing', async () => {
  const crack = category('Crack');
  await save([crack]);
  const twice = save([category('Fine'), category(' crack ')]);
  await expect(twice).rejects.toMatchObject({
    details: { fields: [{ path: 'categories.1.title', outcome: 'ALREADY_IN_USE' }] },
  });
  await expect(save([category('  ')])).rejects.toMatchObject({ code: 'invalid_input' });
  await expect(save([category('Same'), category('same')])).rejects.toMatchObject({ code: 'invalid_input' });
  expect(await storedCategories()).toEqual([['Crack', 'Blue', true]]);
  await save([{ ...crack, active: false }, category('Crack')]);
  expect(await storedCategories()).toHaveLength(2);
  // Reactivating it would duplicate the title.
  await expect(save([crack])).rejects.toMatchObject({ code: 'invalid_input' });
});

test('only users who manage categories can save them', async () => {
  for (const role of ROLES.filter((one) => one !== 'administrator')) {
    await expect(save([category('Mine')], world.roles[role])).rejects.toMatchObject({
      code: role === 'none' ? 'not_entitled' : 'forbidden',
    });
  }
  expect(await storedCategories()).toEqual([]);
});

test('the id of a category of another organisation gives no access to it', async () => {
  const theirs = category('Theirs');
  await runSite(server.services, world.other.administrator, world.other.projectId, 'category.save', {
    categories: [theirs],
  });
  await expect(save([{ ...theirs, title: 'Ours' }])).resolves.toBeUndefined();
  const found = await server.database.root.query('SELECT title FROM category WHERE id = $1 ORDER BY title', [
    theirs.id,
  ]);
  expect(found.rows.map((row) => row.title)).toEqual(['Ours', 'Theirs']);
});
