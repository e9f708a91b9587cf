// Recurring tasks on the board and in the calendar, and a task that two people change at once.
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  dialogIn,
  openBrowser,
  pictureOnFailure,
  searchPins,
  signInToDemo,
  type Visit,
  visit,
} from '../support/browser.ts';

const PIN = 'Studio: party wall sound test';
const MARK = crypto.randomUUID().slice(0, 6);

let browser: Browser;
let manager: Visit;
let crew: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  manager = await visit(browser);
  crew = await visit(browser, { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await signInToDemo(manager.page, 'anna');
});
afterAll(async () => {
  await manager?.close();
  await crew?.close();
});

/** Creates a task for Elif, due in a week; recurring weekly if `repeats` is set. */
async function give(page: Page, title: string, repeats: boolean): Promise<void> {
  await page.getByRole('link', { name: 'Pins', exact: true }).first().click();
  await searchPins(page, PIN);
  await page.getByText(PIN).first().click();
  await page.getByRole('tab', { name: /Tasks/u }).click();
  await page.getByRole('button', { name: 'Add task' }).first().click();
  const dialog = dialogIn(page);
  await dialog.getByRole('textbox', { name: 'Title' }).fill(title);
  await dialog.getByRole('combobox', { name: 'Assignee' }).fill('Elif');
  await page.getByRole('option', { name: /Elif/u }).click();
  await dialog.getByRole('button', { name: 'In a week' }).click();
  if (repeats) {
    await dialog.getByRole('button', { name: 'More details' }).click();
    await dialog.getByRole('button', { name: /Repeat/u }).click();
    await page.getByRole('option', { name: 'Every week' }).click();
    await dialog.getByText(/The next one is due on/u).waitFor();
  }
  await dialog.getByRole('button', { name: 'Assign task' }).click();
  await dialog.waitFor({ state: 'detached' });
}

async function openTasks(page: Page, view: 'List' | 'Board' | 'Calendar', title: string): Promise<void> {
  await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
  await page.getByRole('radio', { name: view }).click();
  await page.getByRole('searchbox', { name: 'Search tasks' }).fill('');
  await page.getByRole('searchbox', { name: 'Search tasks' }).pressSequentially(title);
  // The list follows the field, and would take back a press that comes first.
  await page.waitForURL((url) => url.searchParams.get('search') === title);
}

const column = (page: Page, name: string) => page.getByRole('region', { name: new RegExp(`^${name}, `, 'u') });
const cards = (page: Page, name: string, title: string) => column(page, name).getByRole('button', { name: title });
/** Waits until a column contains exactly this many tasks. */
const holds = (page: Page, name: string, count: number) =>
  page
    .getByRole('region', { name: `${name}, ${count === 0 ? 'No tasks' : count === 1 ? '1 task' : `${count} tasks`}` })
    .waitFor();

async function draw(page: Page, card: Locator, to: Locator): Promise<void> {
  // Waits until the card stops moving: it may be returning to its position or making room for another.
  await card.hover({ position: { x: 60, y: 40 } });
  const [from, place] = [await card.boundingBox(), await to.boundingBox()];
  if (!from || !place) throw new Error('a card and a column stand in the page');
  await page.mouse.down();
  await page.mouse.move(from.x + 80, from.y + 50, { steps: 3 });
  await page.mouse.move(place.x + place.width / 2, place.y + 160, { steps: 8 });
  await page.mouse.up();
}

it('moves a recurring task across the board and through the calendar', async () => {
  const { page } = manager;
  pictureOnFailure(page);
  const title = `Rinse the filter ${MARK}`;
  await give(page, title, true);
  await openTasks(page, 'Board', title);
  await holds(page, 'Open', 1);

  // By mouse: a forbidden move is refused, an allowed one succeeds and creates the next task of the series.
  await draw(page, cards(page, 'Open', title).first(), column(page, 'Rejected'));
  await page.getByText(/^You can't move a task/u).waitFor();
  await holds(page, 'Open', 1);
  await draw(page, cards(page, 'Open', title).first(), column(page, 'Done'));
  await holds(page, 'Done', 1);
  await holds(page, 'Open', 1);

  // The move is undone, then repeated by keyboard, skipping the forbidden column.
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await holds(page, 'Open', 2);
  await cards(page, 'Open', title).first().focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowRight');
  await page.getByText('Over Done.').waitFor();
  await page.keyboard.press('Space');
  await holds(page, 'Done', 1);

  // By its menu, which needs neither mouse nor drag and drop.
  await column(page, 'Done')
    .getByRole('button', { name: `Move ${title}` })
    .click();
  await page.getByRole('menuitem', { name: 'Closed' }).click();
  await holds(page, 'Closed', 1);

  // In the calendar, to the next day.
  await page.getByRole('radio', { name: 'Calendar' }).click();
  await page.getByRole('radio', { name: 'Agenda' }).click();
  const chip = page.getByRole('button', { name: new RegExp(`Open.*${title}`, 'u') }).first();
  await chip.focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page
    .getByText(/is now due on/u)
    .first()
    .waitFor();

  // The address contains the view; what the list does not understand of its filter is named, and gone once closed.
  await page.goto(`${page.url()}&status=flying`);
  await page.getByRole('radio', { name: 'Agenda', checked: true }).waitFor();
  const ignored = page.getByRole('status').filter({ hasText: 'status=flying' });
  await ignored.getByRole('button', { name: 'Close' }).click();
  await expect.poll(() => page.url()).not.toContain('flying');
  await ignored.waitFor({ state: 'detached' });
  expect(page.url()).toContain('/tasks/calendar?');
  expect(manager.complaints).toEqual([]);
}, 240_000);

it('tells the second of two people that the status was already changed, and shows the newer one', async () => {
  const { page } = manager;
  pictureOnFailure(page);
  pictureOnFailure(crew.page);
  const title = `Fit the seal ${MARK}`;
  await give(page, title, false);
  await signInToDemo(crew.page, 'elif', 'Tasks');
  await crew.page.getByText(title).click();
  await crew.page.getByRole('button', { name: 'Mark as done' }).waitFor();

  // Done on the phone while it is offline, and closed on the desktop meanwhile.
  await crew.page.context().setOffline(true);
  await crew.page.getByRole('button', { name: 'Mark as done' }).click();
  await crew.page.locator('.task-panel').getByText('Done', { exact: true }).first().waitFor();
  await crew.page.getByText("You can't comment on tasks while you're offline.").waitFor();
  await openTasks(page, 'List', title);
  await page.getByText(title).first().click();
  // The status may not yet have counted the edit: the server's answer says that it was sent.
  const sent = page.waitForResponse((reply) => reply.url().endsWith('/sync/push'));
  await page.locator('.task-moves').getByRole('button', { name: 'Close' }).click();
  await page.locator('.task-panel').getByText('Closed', { exact: true }).first().waitFor();
  await sent;

  await crew.page.context().setOffline(false);
  await crew.page
    .getByRole('alert')
    .getByText(/already changed the status/u)
    .waitFor();
  await crew.page.locator('.task-panel').getByText('Closed', { exact: true }).first().waitFor();
  expect(manager.complaints).toEqual([]);
}, 240_000);

it('keeps what was entered in each field of a task', async () => {
  const { page } = manager;
  pictureOnFailure(page);
  const title = `Seal the joint ${MARK}`;
  await page.getByRole('link', { name: 'Pins', exact: true }).first().click();
  await searchPins(page, PIN);
  await page.getByText(PIN).first().click();
  await page.getByRole('tab', { name: /Tasks/u }).click();
  await page.getByRole('button', { name: 'Add task' }).first().click();
  const dialog = dialogIn(page);
  const text = (name: string) => dialog.getByRole('textbox', { name });
  const choose = async (field: RegExp, option: string) => {
    await dialog.getByRole('button', { name: field }).click();
    await page.getByRole('option', { name: option, exact: true }).click();
  };
  const enter = async (field: string, value: string) => {
    await dialog.getByRole('combobox', { name: field }).fill(value);
    await page.keyboard.press('Tab');
  };
  await text('Title').fill(title);
  await dialog.getByRole('combobox', { name: 'Assignee' }).fill('Elif');
  await page.getByRole('option', { name: /Elif/u }).click();
  await dialog.getByRole('button', { name: 'In a week' }).click();
  // Without another description, the task has that of its pin.
  await expect.poll(() => text('Description').inputValue()).toBe(PIN);
  await text('Description').fill('Elastic, in the colour of the frame');
  await dialog.getByRole('button', { name: 'More details' }).click();
  await enter('Company', `Fugen ${MARK}`);
  await enter('Trade', 'Sealing');
  await enter('Sub-status', 'Material ordered');
  await choose(/Reminder/u, '2 days before');
  await choose(/Repeat/u, 'Every week');
  await dialog.getByRole('textbox', { name: 'Every', exact: true }).fill('2');
  await page.keyboard.press('Tab');
  await choose(/Ends/u, 'After');
  await text('Number of times').fill('3');
  await page.keyboard.press('Tab');
  await dialog.getByText(/^Every 2 weeks, 2 more times/u).waitFor();
  await dialog.getByRole('combobox', { name: 'Blocked by' }).fill('exit sign');
  await page.getByRole('option', { name: /illuminated exit sign/u }).click();
  await dialog.getByRole('button', { name: /^No longer blocked by/u }).waitFor();
  await dialog.getByRole('button', { name: 'Assign task' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText('All changes saved').last().waitFor();

  // As another user's device received it from the server.
  await signInToDemo(crew.page, 'elif', 'Tasks');
  await crew.page.getByText(title).first().click();
  for (const { page: reader, edits } of [
    { page: crew.page, edits: false },
    { page, edits: true },
  ]) {
    pictureOnFailure(reader);
    if (edits) {
      await openTasks(page, 'List', title);
      await page.getByText(title).first().waitFor();
      await page.reload();
      await page.getByText(title).first().click();
    }
    const panel = reader.locator('.task-panel');
    await panel.getByText('Elastic, in the colour of the frame').waitFor();
    const fact = (name: string) =>
      panel
        .locator('.task-facts > div')
        .filter({ has: reader.locator('dt', { hasText: name }) })
        .locator('dd');
    for (const [name, value] of [
      ['Assignee', /Elif/u],
      ['Due', /\d/u],
      ['Company', `Fugen ${MARK}`],
      ['Trade', 'Sealing'],
      ['Sub-status', 'Material ordered'],
      ['Reminder', '2 days before'],
      ['Repeat', /^Every 2 weeks, 2 more times/u],
      ['Assigned by', /^Anna Berger/u],
    ] as const) {
      await fact(name).getByText(value).first().waitFor();
    }
    await panel.getByRole('heading', { name: title }).waitFor();
    if (edits)
      await panel
        .getByRole('region', { name: 'Blocked by' })
        .getByText(/illuminated exit sign/u)
        .waitFor();
  }
  // Several people do it: no one in particular.
  await page.getByRole('button', { name: 'More actions for this task' }).click();
  await page.getByRole('menuitem', { name: 'Delegate' }).click();
  await page.getByRole('combobox', { name: 'Assignee' }).fill('Vari');
  await page.getByRole('option', { name: /^Various/u }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delegate' }).click();
  await page.locator('.task-panel .task-facts').getByText('Various').waitFor();

  // The table changes them in their cells, by mouse and by keyboard.
  await openTasks(page, 'List', title);
  const row = page.getByRole('row').filter({ hasText: title });
  await row.getByText('Various').click();
  await page.getByRole('combobox', { name: 'Assignee' }).fill('Elif');
  await page.getByRole('option', { name: /Elif/u }).click();
  await row.getByText(/Elif/u).waitFor();
  await row.focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page
    .getByRole('dialog', { name: /^Due, / })
    .getByRole('button', { name: 'Tomorrow' })
    .click();
  await row.getByText('Tomorrow').waitFor();
  await row.getByText('Open', { exact: true }).click();
  await page.getByRole('menuitem', { name: 'Inactive' }).click();
  await row.getByText('Inactive').waitFor();
  // Not that of an earlier change, whose message is still there.
  const moved = page.locator('.ui-toast').filter({ hasText: `${title}: Inactive` });
  await moved.getByRole('button', { name: 'Undo' }).click();
  await row.getByText('Open', { exact: true }).waitFor();
  await row.focus();
  await page.keyboard.press('e');
  await page.getByRole('dialog', { name: 'Edit task' }).waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(manager.complaints).toEqual([]);
}, 240_000);
