// Organising projects: folders created, filled by menu and by drag and drop, archived, and found again; the settings of
// a project, saved as a whole.
import { readFile, rm } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { unpack, unzip } from '@plumbline/testkit/interface/files/unzip';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  DEMO_TITLE,
  dialogIn,
  openBrowser,
  openDemo,
  pictureOnFailure,
  questionOn,
  signIn,
  signInAt,
  switchTo,
  type Visit,
  visit,
} from '../support/browser.ts';

let browser: Browser;
let first: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  first = await visit(browser);
  await signIn(first.page, 'anna');
});
afterAll(async () => {
  await first?.close();
});

/** Keeps names unique across runs against the same program. */
const mark = crypto.randomUUID().slice(0, 6);

async function makeFolder(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByRole('textbox', { name: 'Folder name' }).fill(name);
  await page.getByRole('button', { name: 'Create folder' }).click();
  await page.getByRole('link', { name }).waitFor();
}

async function makeProject(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: 'New project' }).first().click();
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('link', { name: 'All projects' }).first().waitFor();
}

/** Archives the projects of a folder, also those in folders inside it, and reads the archive's page without a server. */
async function archiveFolder(page: Page, folder: string, titles: readonly string[]): Promise<void> {
  const select = page.getByRole('checkbox', { name: `Select ${folder}` });
  await select.focus();
  await page.keyboard.press('Space');
  await page.getByRole('group', { name: '1 selected' }).getByRole('button', { name: 'Export archive' }).click();
  await dialogIn(page).getByText(`${titles.length} projects`).waitFor();
  await dialogIn(page).getByRole('button', { name: 'Create archive' }).click();
  const archive = dialogIn(page)
    .getByRole('listitem')
    .filter({ hasText: titles.toSorted().join(', ') });
  const link = archive.getByRole('link', { name: 'Download' });
  await link.waitFor({ timeout: 60_000 });
  const download = page.waitForEvent('download');
  await link.click();
  const unpacked = await unpack(unzip(await readFile(await (await download).path())));
  const context = await browser.newContext({ offline: true, locale: 'en' });
  const reader = await context.newPage();
  await reader.goto(pathToFileURL(`${unpacked}/index.html`).href);
  for (const title of titles) {
    await reader.getByRole('combobox', { name: 'Projects' }).selectOption(title);
    await reader.getByRole('heading', { name: title }).waitFor();
  }
  await context.close();
  await rm(unpacked, { recursive: true });
  await archive.getByRole('button', { name: 'Delete the archive' }).click();
  await archive.waitFor({ state: 'detached' });
  // The focus was on the button that is gone.
  await dialogIn(page).press('Escape');
  await dialogIn(page).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Clear selection' }).click();
}

it('moves projects into folders by menu, by mouse and several at once, and finds them by their address', async () => {
  const { page, complaints } = first;
  pictureOnFailure(page);
  const [north, south] = [`North ${mark}`, `South ${mark}`];
  const [house, hall] = [`House ${mark}`, `Hall ${mark}`];
  for (const title of [house, hall]) {
    await makeProject(page, title);
    await page.getByRole('link', { name: 'All projects' }).first().click();
    await page.getByRole('link', { name: title }).waitFor();
  }
  await makeFolder(page, north);
  await makeFolder(page, south);

  // The dialog has its own address: it reopens on reload, and the back button closes it.
  await page.getByRole('button', { name: `Actions for ${house}` }).click();
  await page.getByRole('menuitem', { name: 'Move to…' }).click();
  await page.getByRole('radio', { name: north }).waitFor();
  await page.reload();
  await page.getByRole('radio', { name: north }).check();
  await page.goBack();
  await page.getByRole('radio', { name: north }).waitFor({ state: 'detached' });
  await page.goForward();
  await page.getByRole('radio', { name: north }).check();
  await page.getByRole('button', { name: 'Move here' }).click();
  await page.getByRole('link', { name: house }).waitFor({ state: 'detached' });

  await page.getByRole('link', { name: hall }).dragTo(page.getByRole('link', { name: south }));
  await page.getByRole('link', { name: hall }).waitFor({ state: 'detached' });

  // Both folders are moved into a third; the dialog says beforehand how many projects move along.
  const all = `All ${mark}`;
  await makeFolder(page, all);
  // The closed dialog gives the focus back, which would otherwise take it from the first box.
  await page.getByRole('button', { name: 'New folder' }).and(page.locator(':focus')).waitFor();
  for (const name of [north, south]) {
    // By keyboard, because the cards move while the new folder is inserted.
    const select = page.getByRole('checkbox', { name: `Select ${name}` });
    await select.focus();
    await page.keyboard.press('Space');
    await expect.poll(() => select.isChecked()).toBe(true);
  }
  await page.getByRole('group', { name: '2 selected' }).getByRole('button', { name: 'Move to…' }).click();
  await page.getByText('2 folders. Along with 2 projects inside.').waitFor();
  await page.getByRole('radio', { name: all }).check();
  await page.getByRole('button', { name: 'Move here' }).click();
  await page.getByRole('link', { name: north }).waitFor({ state: 'detached' });
  await page.getByText('2 projects · 2 folders').waitFor();
  // The closed dialog gives the focus back, to the page because its button is gone: that may come after the list.
  await page.locator('main:focus').waitFor();
  await archiveFolder(page, all, [house, hall]);

  await page.getByRole('link', { name: all }).click();
  await page.getByRole('link', { name: south }).click();
  await page.getByRole('link', { name: hall }).waitFor();
  const address = page.url();
  // The address of a folder that is gone shows all projects and says why.
  await switchTo(page, `/?folder=${crypto.randomUUID()}`);
  await page.getByText('This folder no longer exists').waitFor();
  await page.getByRole('link', { name: all }).waitFor();
  await switchTo(page, address);
  await page.getByRole('link', { name: hall }).waitFor();
  await expect.poll(() => page.getByRole('link', { name: house }).count()).toBe(0);
  // A folder with content cannot be deleted; the search covers all folders.
  await page.getByRole('searchbox', { name: 'Search projects' }).fill(mark);
  await page.getByRole('link', { name: house }).waitFor();
  await page.getByRole('button', { name: `Actions for ${south}` }).click();
  await expect
    .poll(() => page.getByRole('menuitem', { name: 'Delete folder' }).getAttribute('aria-disabled'))
    .toBe('true');
  await page.keyboard.press('Escape');
  await page.getByRole('menu').waitFor({ state: 'detached' });
  expect(complaints).toEqual([]);
});

it('saves four settings tabs together, reports changes by others, and creates a project from a template', async () => {
  const { page } = first;
  pictureOnFailure(page);
  await switchTo(page, '/');
  const title = `Settings house ${mark}`;
  await makeProject(page, title);
  const projectId = /project\/([\w-]+)/u.exec(page.url())?.[1] ?? '';
  await switchTo(page, `/project/settings/${projectId}`);
  await page.getByRole('combobox', { name: 'Company' }).fill('Mine');
  await page.keyboard.press('Tab');
  await page.getByRole('tab', { name: 'Responsible people' }).click();
  await page.getByRole('textbox', { name: 'Phone' }).fill('030 123');
  await page.getByRole('tab', { name: 'Address' }).click();
  // A full field says so and keeps its limit.
  const postcode = page.getByRole('textbox', { name: 'Postcode' });
  await postcode.focus();
  await page.keyboard.insertText('20457'.repeat(5));
  await page.getByText('Limit of 20 characters reached').waitFor();
  await expect.poll(() => postcode.inputValue()).toBe('20457'.repeat(4));
  await postcode.fill('20457');
  await page.getByRole('button', { name: 'Use my location' }).waitFor();
  // An untouched map shows half the world: it stores no position before the user has moved to the site.
  const centre = page.getByRole('button', { name: 'Use the centre of the map' });
  await page.getByText('Zoom in to the site to choose its position.').waitFor();
  await expect.poll(() => centre.isDisabled()).toBe(true);
  await expect
    .poll(async () => {
      await page.getByRole('button', { name: 'Zoom in' }).click();
      return await centre.isEnabled();
    })
    .toBe(true);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  // The tab with the invalid field opens, and the field has the focus.
  const phone = page.getByRole('textbox', { name: 'Phone' });
  await page.getByText('Not valid').waitFor();
  await expect.poll(() => phone.evaluate((element) => element === document.activeElement)).toBe(true);
  await phone.fill('+49 30 123');

  const second = await visit(browser);
  await signInAt(second.page, 'anna', `/project/${projectId}/settings`);
  await second.page.getByRole('combobox', { name: 'Company' }).fill('Theirs');
  await second.page.keyboard.press('Tab');
  await second.page.getByRole('textbox', { name: 'Notes' }).fill('Written meanwhile');
  await second.page.getByRole('button', { name: 'Save', exact: true }).click();
  await second.page.getByText('Settings saved').waitFor();
  // A user's own save is not reported as someone else's change.
  await expect.poll(() => second.page.getByText('Someone else changed').count()).toBe(0);

  await page.getByText('Someone else also changed: Company').waitFor();
  await page.getByRole('link', { name: 'Plans', exact: true }).first().click();
  await page.getByRole('button', { name: 'Keep editing' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('Settings saved').waitFor();
  await page.getByRole('tab', { name: 'Details' }).click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Company' }).inputValue()).toBe('Mine');
  await expect.poll(() => page.getByRole('textbox', { name: 'Notes' }).inputValue()).toBe('Written meanwhile');

  // A pasted list becomes categories; a colour is chosen by its name.
  await page.getByRole('tab', { name: 'Pin categories' }).click();
  await page.getByRole('button', { name: 'Add category' }).click();
  await page.locator('.category-title input').last().focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text', 'Facade\nRoof\n');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await page.getByRole('button', { name: /^Colour of Roof/u }).click();
  await page.getByRole('option', { name: 'Petrol' }).click();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByText('2 categories saved').waitFor();
  await page.reload();
  await page.getByRole('button', { name: 'Colour of Roof: Petrol' }).waitFor();

  // As a template it gives a new project its settings and categories.
  await page.getByRole('link', { name: 'All projects' }).first().click();
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Save as template' }).click();
  await dialogIn(page).getByRole('textbox', { name: 'Title' }).fill(`Houses ${mark}`);
  await dialogIn(page).getByRole('button', { name: 'Save as template' }).click();
  await page.getByText('Template saved').waitFor();
  await page.getByRole('link', { name: 'New project' }).first().click();
  await page.getByRole('button', { name: 'Template' }).click();
  await page.getByRole('option', { name: `Houses ${mark}` }).click();
  await page.getByText('Pin categories: 5').waitFor();
  await expect.poll(() => page.getByRole('textbox', { name: 'Company' }).inputValue()).toBe('Mine');
  await page.getByRole('textbox', { name: 'Title' }).fill(`From template ${mark}`);
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByRole('link', { name: 'All projects' }).first().waitFor();
  await page.waitForURL(/project\/(?!new)[\w-]+/u);
  const started = /project\/([\w-]+)/u.exec(page.url())?.[1] ?? '';
  await switchTo(page, `/project/settings/${started}`);
  await page.getByRole('tab', { name: 'Pin categories' }).click();
  await page.getByRole('button', { name: 'Colour of Roof: Petrol' }).waitFor();
  await switchTo(page, '/userManagement/templates');
  const saved = page.getByRole('listitem').filter({ hasText: `Houses ${mark}` });
  await saved.getByRole('button', { name: 'More actions for' }).click();
  await page.getByRole('menuitem', { name: 'Delete template' }).click();
  await questionOn(page).getByRole('button', { name: 'Delete template' }).click();
  await saved.waitFor({ state: 'detached' });

  // Once set inactive, the project says so and offers no change.
  await switchTo(page, '/');
  const unlike = page.getByRole('link', { name: `From template ${mark}` });
  await unlike.waitFor();
  await page.getByRole('searchbox', { name: 'Search projects' }).fill(title);
  // The list moves while it is filtered, which closes its menus.
  await unlike.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `Actions for ${title}` }).click();
  await page.getByRole('menuitem', { name: 'Set inactive' }).click();
  await questionOn(page).getByRole('button', { name: 'Set inactive' }).click();
  await page.getByRole('button', { name: `Actions for ${title}` }).waitFor({ state: 'detached' });
  await switchTo(page, `/project/${projectId}`);
  await page.getByText('This project is inactive and read-only.').waitFor();
  await expect.poll(() => page.getByRole('button', { name: 'Import plans' }).count()).toBe(0);
  expect([...first.complaints, ...second.complaints]).toEqual([]);
  await second.close();
});

it('shows a list with tappable stars on a phone, and reports addresses that do not exist', async () => {
  const { page, complaints, close } = await visit(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
  pictureOnFailure(page);
  await signIn(page, 'anna');
  await page.getByRole('searchbox', { name: 'Search projects' }).fill('Lindenhof');
  // Waits until only the matches are left, because the list may move while it is filtered.
  const stars = page.getByRole('button', { name: /favourites$/u });
  await expect
    .poll(() =>
      stars.evaluateAll((all) => all.map((one) => one.ariaLabel).filter((name) => !name?.includes('Lindenhof'))),
    )
    .toEqual([]);
  const star = page.getByRole('button', { name: `Add “${DEMO_TITLE}” to favourites` });
  const box = await star.boundingBox();
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(48);
  await star.tap();
  await page.getByRole('button', { name: `Remove “${DEMO_TITLE}” from favourites` }).tap();
  await star.waitFor();
  await openDemo(page);
  const [, project] = /(\/project\/[\w-]+)/u.exec(page.url()) ?? [];
  for (const nowhere of ['dreams', 'settings/dreams', 'dreams/list']) {
    await switchTo(page, `${project}/${nowhere}`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor();
    await switchTo(page, `${project}/settings`);
    await page.getByRole('heading', { name: 'Page not found' }).waitFor({ state: 'detached' });
  }
  expect(complaints).toEqual([]);
  await close();
});
