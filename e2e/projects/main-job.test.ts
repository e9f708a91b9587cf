// The main workflow, from a drawing to a report, as a site manager does it in the browser.
import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, signIn, type Visit, visit } from '../support/browser.ts';
import { makePdf, makePhoto } from '../support/drawings.ts';

let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await visit(browser);
  // As Safari before version 17.4.
  await visitor.page.addInitScript(() => {
    Reflect.deleteProperty(Map, 'groupBy');
    Reflect.deleteProperty(Promise, 'withResolvers');
    Reflect.deleteProperty(AbortSignal, 'any');
  });
});
afterAll(async () => {
  await visitor?.close();
});

it('creates a project, imports a drawing, adds a pin with a task, and creates a report', async () => {
  const { page, complaints } = visitor;
  pictureOnFailure(page);
  await signIn(page, 'anna');

  // A new project.
  await page
    .getByRole('link', { name: 'New project' })
    .or(page.getByRole('button', { name: 'New project' }))
    .first()
    .click();
  await page.getByLabel('Title').fill(`School extension ${crypto.randomUUID().slice(0, 8)}`);
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByText('No plans yet').waitFor();

  // A drawing of three pages: two are selected, and one is renamed.
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import plans' }).first().click();
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles({
    name: 'school.pdf',
    mimeType: 'application/pdf',
    buffer: await makePdf(['First page', 'Second page', 'Third page']),
  });
  await page.getByRole('checkbox', { name: /Import page 3/u }).waitFor();
  await page.locator('.page-card .turned-picture img').nth(2).waitFor();
  await page.getByRole('checkbox', { name: /Import page 3/u }).uncheck({ force: true });
  await page.getByRole('textbox', { name: 'Title, Page 1' }).fill('Ground floor east');
  await page.getByRole('button', { name: 'Import 2 pages' }).click();
  const plan = page.getByRole('link', { name: /Ground floor east/u }).first();
  await plan.waitFor({ timeout: 60_000 });

  // One list even if the cards wrap: a screen reader announces the position and the number of cards.
  await page.locator('li.plan-card[aria-posinset="2"][aria-setsize="2"]').waitFor();
  await expect.poll(() => page.getByRole('list').filter({ has: plan }).count()).toBe(1);

  // The plan can be searched down to its smallest text.
  await plan.click();
  await page.getByRole('button', { name: 'Add pin' }).waitFor();
  const canvas = page.locator('.plan-stage canvas').first();
  await canvas.waitFor();
  await page.getByRole('button', { name: 'Search in plan' }).click();
  await page.getByRole('searchbox', { name: 'Search in plan' }).fill('millimetres');
  await page.getByText('1 of 1').waitFor();
  await page.getByRole('button', { name: 'Close search' }).click();

  // A pin set by click, with all its details.
  await page.getByRole('button', { name: 'Add pin' }).click();
  const box = await canvas.boundingBox();
  if (!box) throw new Error('the plan is not there');
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  // A new pin is named right away.
  await page.locator('textarea[aria-label="Title"]:focus').waitFor();
  await page.keyboard.type('Crack beside the door');
  await page.keyboard.press('Tab');
  await page.getByRole('textbox', { name: 'Notes' }).fill('Width 0.3 mm');
  await page.getByRole('tab', { name: /Photos|Media/u }).click();
  const photos = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Add photos' }).first().click();
  await (await photos).setFiles([
    { name: 'crack.jpg', mimeType: 'image/jpeg', buffer: await makePhoto('#b04030') },
    { name: 'door.jpg', mimeType: 'image/jpeg', buffer: await makePhoto('#3050a0') },
  ]);
  await page.getByRole('button', { name: 'Add 2 photos' }).click();
  await page
    .getByRole('img', { name: /crack|photo/iu })
    .first()
    .waitFor();

  // A task with an assignee and a due date.
  await page.getByRole('tab', { name: /Tasks/u }).click();
  await page.getByRole('button', { name: 'Add task' }).first().click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title' }).fill('Fill and paint');
  await page.getByRole('combobox', { name: 'Assignee' }).fill('Anna');
  await page.getByRole('option', { name: /Anna Berger/u }).click();
  await page.getByRole('button', { name: 'Tomorrow' }).click();
  await page.getByRole('button', { name: 'Assign task' }).click();
  await page.getByText('Fill and paint').first().waitFor();

  // The pin is found in the list next to the plan.
  await page.getByRole('button', { name: 'Close panel' }).first().click();
  await page.getByRole('searchbox', { name: /Search pins/u }).fill('crack');
  await page.waitForURL(/crack/u);
  await page.getByText('Crack beside the door').first().waitFor();

  // The report is a Word file that contains the photos.
  await page.getByRole('link', { name: 'Reports', exact: true }).first().click();
  await page.getByRole('button', { name: 'New report' }).first().click();
  await page.getByRole('dialog').getByText('Crack beside the door').click();
  await page.getByRole('button', { name: /Continue with 1 pin/u }).click();
  await page.getByRole('dialog').locator('label').getByText('Word', { exact: true }).click();
  await page.getByRole('radio', { name: 'Word', checked: true }).waitFor();
  await page.getByRole('button', { name: 'Create report' }).click();
  const done = page.getByRole('button', { name: 'Download' });
  await done.waitFor({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await done.click();
  const bytes = await readFile(await (await download).path());
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  expect(bytes.includes('word/media/')).toBe(true);
  expect(complaints).toEqual([]);
}, 240_000);
