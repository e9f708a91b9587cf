// The people of an organisation: invited, licensed, deactivated; and a contact without an account who gets a task.
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import { DEMO_PASSWORD } from '@plumbline/testkit/demo';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  emailOfKey,
  openBrowser,
  pictureOnFailure,
  questionOn,
  signInAt,
  switchTo,
  type Visit,
  visit,
} from '../support/browser.ts';

let browser: Browser;
let anna: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  anna = await visit(browser);
});
afterAll(async () => {
  await anna?.close();
});

/** A picture of one pixel. */
const DOT = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';

/** PNG readers ignore what follows the end of the picture. */
const LARGE_DOT = Buffer.concat([Buffer.from(DOT, 'base64'), Buffer.alloc(1_000_000)]);

/** Keeps names unique across runs against the same program. */
const mark = crypto.randomUUID().slice(0, 6);

it('invites two people, removes their licences, deactivates them and reactivates one', async () => {
  const { page, complaints } = anna;
  pictureOnFailure(page);
  await signInAt(page, 'anna', '/userSettings');
  const file = { name: 'anna.png', mimeType: 'image/png', buffer: Buffer.from(DOT, 'base64') };
  const picture = page.getByRole('region', { name: 'Picture' });
  const saved = page.getByText('Picture saved', { exact: true }).waitFor();
  await picture.locator('input[type=file]').setInputFiles(file);
  await picture.getByRole('button', { name: 'Remove' }).waitFor();
  await saved;
  await picture.locator('input[type=file]').setInputFiles({ ...file, buffer: LARGE_DOT });
  await page.getByText('Picture saved. Pictures below 1 MB upload faster.').waitFor();
  await page
    .getByRole('button', { name: /^Account of Anna|Anna Berger/u })
    .last()
    .click();
  await page.getByRole('menuitem', { name: 'User management' }).click();
  // A person's name is shown with their picture.
  await page
    .getByRole('row', { name: /Anna Berger/u })
    .locator('img')
    .waitFor();
  await page.getByRole('button', { name: 'Invite users' }).click();
  const addresses = page.getByRole('textbox', { name: 'Email addresses' });
  await addresses.fill(`one.${mark}@partner.example, two.${mark}@partner.example, nobody`);
  await page.getByText('Not an email address: nobody').waitFor();
  await addresses.fill(`one.${mark}@partner.example, two.${mark}@partner.example`);
  await page.getByRole('button', { name: 'Invite 2 people' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  await page.getByRole('searchbox', { name: 'Search users' }).fill(mark);
  await page.getByText('2 users', { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get('search')).toContain(mark);
  await page.getByRole('checkbox', { name: 'Select all' }).focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('group', { name: '2 selected' });
  await bar.getByRole('button', { name: 'Actions' }).click();
  await page.getByRole('menuitemradio', { name: 'None' }).click();
  // What would change is shown first.
  const asked = page.getByRole('alertdialog', { name: 'Licence: None' });
  await asked.getByText('2 will change.').waitFor();
  await asked.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => page.getByRole('gridcell', { name: 'None', exact: true }).count()).toBe(2);
  await bar.waitFor({ state: 'detached' });

  await page.getByRole('checkbox', { name: 'Select all' }).focus();
  await page.keyboard.press('Space');
  await bar.getByRole('button', { name: 'Deactivate' }).click();
  await page.getByText('Let the devices sync first').waitFor();
  await questionOn(page).getByRole('button', { name: 'Deactivate' }).click();
  await expect.poll(() => page.getByRole('gridcell', { name: 'Deactivated' }).count()).toBe(2);
  await page.getByRole('button', { name: `More actions for one.${mark}@partner.example` }).click();
  await page.getByRole('menuitem', { name: 'Reactivate' }).click();
  await page.getByText('Not invited yet').waitFor();
  // The search is still applied after a reload.
  await page.reload();
  await page.getByText('2 users', { exact: true }).waitFor();
  await page.getByText('Deactivated', { exact: true }).waitFor();
  expect(complaints).toEqual([]);
});

it('creates a contact with its company, adds it to a project and offers it for a task', async () => {
  const { page, complaints } = anna;
  pictureOnFailure(page);
  await switchTo(page, '/userManagement/contacts');
  await page.getByRole('button', { name: 'New contact' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Company' }).fill(`Putz & Sohn ${mark}`);
  // The typed text is kept, whatever is suggested, and not discarded without a question.
  await page.keyboard.press('Tab');
  await page.keyboard.press('Escape');
  await questionOn(page).getByRole('button', { name: 'Keep editing' }).click();
  await dialog.getByRole('textbox', { name: 'First name' }).fill('Pia');
  await dialog.getByRole('textbox', { name: 'Last name' }).fill(`Putz ${mark}`);
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('0664 123');
  let listCompanies = () => {};
  const listed = new Promise<void>((resolve) => {
    listCompanies = resolve;
  });
  await page.route(/\/companies\?/u, async (route) => {
    if (route.request().method() === 'GET') await listed;
    await route.continue();
  });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('A phone number starts with +').waitFor();
  // The company has been created, but the list of companies is slow to say so.
  await dialog.getByRole('textbox', { name: 'Phone' }).fill('+43 664 123');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  listCompanies();
  await page
    .getByRole('gridcell', { name: `Putz & Sohn ${mark}` })
    .first()
    .waitFor();

  await switchTo(page, `/project/${DEMO_PROJECT}`);
  await page.getByRole('link', { name: 'Team' }).click();
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await page.getByRole('button', { name: 'Add contacts' }).click();
  await page.getByRole('dialog').getByRole('searchbox').fill(mark);
  await page.getByRole('checkbox', { name: `Select Pia Putz ${mark}` }).focus();
  await page.keyboard.press('Space');
  await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.getByText(`Putz & Sohn ${mark}`).first().waitFor();
  // The contact is found, selected by keyboard, set inactive and reactivated; the address still shows the same list.
  await page.getByRole('searchbox', { name: 'Search contacts' }).fill(mark);
  await page.getByText('1 contact', { exact: true }).waitFor();
  const setAll = async (expected: string) => {
    await page.getByRole('checkbox', { name: 'Select all' }).focus();
    await page.keyboard.press('Space');
    const bar = page.getByRole('group', { name: '1 selected' });
    await bar.getByRole('button', { name: 'Status' }).click();
    await page.getByRole('menuitem', { name: expected }).click();
    await bar.waitFor({ state: 'detached' });
  };
  await setAll('Set inactive');
  await page.getByText('0 contacts', { exact: true }).waitFor();
  await page.getByText('Show inactive', { exact: true }).click();
  await page.getByText('1 contact', { exact: true }).waitFor();
  await page.reload();
  await page.getByText('1 contact', { exact: true }).waitFor();
  await page.getByRole('gridcell', { name: 'Inactive' }).waitFor();
  await setAll('Reactivate');
  await page.getByRole('gridcell', { name: 'Inactive' }).waitFor({ state: 'detached' });

  await page.getByRole('link', { name: 'Tasks', exact: true }).first().click();
  await page.getByText('Install illuminated exit sign at gridline 5').first().click();
  await page.getByRole('button', { name: 'More actions for this task' }).click();
  await page.getByRole('menuitem', { name: 'Delegate' }).click();
  await page.getByRole('combobox', { name: 'Assignee' }).fill('Pia');
  await page.getByRole('option', { name: new RegExp(`Pia Putz ${mark}`, 'u') }).click();
  await dialog.getByRole('button', { name: 'Delegate' }).click();
  const assignee = page.locator('.task-panel .task-facts').getByText(`Pia Putz ${mark}`);
  await assignee.waitFor();
  await page.getByText('All changes saved').last().waitFor();
  const task = page.url();

  // Once removed from the project, the contact remains on the task, as removed.
  await page.getByRole('link', { name: 'Team' }).first().click();
  await page.getByRole('tab', { name: 'Contacts' }).click();
  await page.getByRole('button', { name: `More actions for Pia Putz ${mark}` }).click();
  await page.getByRole('menuitem', { name: 'Remove' }).click();
  await questionOn(page).getByRole('button', { name: 'Remove' }).click();
  await page.getByRole('row', { name: new RegExp(`Pia Putz ${mark}`, 'u') }).waitFor({ state: 'detached' });
  await switchTo(page, task);
  await assignee.waitFor();
  await page.locator('.task-panel .task-facts').getByText('Removed', { exact: true }).waitFor();

  // A company that was entered twice is merged with the other one.
  await switchTo(page, `/userManagement/companies?search=${mark}`);
  await page.getByRole('button', { name: 'New company' }).click();
  await dialog.getByRole('textbox', { name: 'Company' }).fill(`Putz ${mark}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('button', { name: `More actions for Putz & Sohn ${mark}` }).click();
  await page.getByRole('menuitem', { name: 'Merge' }).click();
  await dialog.getByText('0 users and 1 contact move to the other company').waitFor();
  await dialog.getByRole('combobox', { name: 'Into' }).fill(`Putz ${mark}`);
  await page.getByRole('option', { name: `Putz ${mark}`, exact: true }).click();
  await dialog.getByRole('button', { name: 'Merge' }).click();
  await page.getByText(`Merged into Putz ${mark}`).waitFor();
  await page.getByRole('row', { name: new RegExp(`Putz & Sohn ${mark}`, 'u') }).waitFor({ state: 'detached' });
  await switchTo(page, `/userManagement/contacts?search=${mark}`);
  await page.getByRole('gridcell', { name: `Putz ${mark}`, exact: true }).waitFor();
  // The phone number without a plus sign was refused, as intended.
  expect(complaints.splice(0).filter((complaint) => !complaint.includes('422'))).toEqual([]);
});

it('invites a person into a project, adds them to another one, and keeps unsaved input', async () => {
  const { page, complaints } = anna;
  pictureOnFailure(page);
  const yard = `Yard ${mark}`;
  await switchTo(page, '/project/new');
  await page.getByLabel('Title').fill(yard);
  await page.getByRole('button', { name: 'Create project' }).click();
  await page.getByText('No plans yet').waitFor();

  await switchTo(page, '/userManagement');
  await page.getByRole('tab', { name: 'Roles' }).click();
  await page.getByRole('tab', { name: 'Users' }).click();
  const guest = `three.${mark}@partner.example`;
  const addresses = page.getByRole('textbox', { name: 'Email addresses' });
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  await page.getByRole('button', { name: 'Invite users' }).click();
  await addresses.fill(guest);
  // Neither Escape nor the back button discards input without a question.
  await page.keyboard.press('Escape');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  await page.goBack();
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await question.waitFor({ state: 'detached' });
  await expect.poll(() => addresses.inputValue()).toBe(guest);

  const dialog = page.getByRole('dialog');
  await dialog.getByRole('row', { name: yard }).click();
  await dialog.getByText('Subcontractor', { exact: true }).click();
  await dialog.getByRole('button', { name: 'Invite 1 person' }).click();
  await dialog.waitFor({ state: 'detached' });

  await page.getByRole('searchbox', { name: 'Search users' }).fill(guest);
  await page.getByText('1 user', { exact: true }).waitFor();
  await page.getByRole('row', { name: guest }).getByRole('button').last().click();
  await page.getByRole('menuitem', { name: 'Add to projects' }).click();
  await dialog.getByRole('row', { name: /Lindenhof/u }).click();
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByText('Added to 1 project').waitFor();

  await switchTo(page, '/');
  await page.getByRole('link', { name: yard }).first().click();
  await page.getByRole('link', { name: 'Team' }).first().click();
  await page.getByRole('row', { name: guest }).getByText('Subcontractor').waitFor();
  expect(complaints).toEqual([]);

  // Someone outside the organisation is invited and added in one step. The server refuses the
  // address first.
  const fourth = `four.${mark}@partner.example`;
  await page.getByRole('button', { name: 'Add people' }).click();
  await page.getByRole('button', { name: 'Invite by email' }).click();
  await page.getByRole('textbox', { name: 'Email' }).fill(fourth);
  await page.getByRole('button', { name: 'Invite', exact: true }).click();
  await page.getByRole('row', { name: fourth }).getByText('Invited').waitFor();
});

it('tells a deactivated user at sign-in who can help', async () => {
  const { page } = anna;
  pictureOnFailure(page);
  await switchTo(page, '/userManagement');
  await page.getByRole('searchbox', { name: 'Search users' }).fill(emailOfKey('jonas'));
  await page.getByText('1 user', { exact: true }).waitFor();
  await page.getByRole('button', { name: /^More actions for Jonas/u }).click();
  await page.getByRole('menuitem', { name: 'Deactivate' }).click();
  await questionOn(page).getByRole('button', { name: 'Deactivate' }).click();
  await page.getByRole('gridcell', { name: 'Deactivated' }).waitFor();

  const refused = await visit(browser);
  pictureOnFailure(refused.page);
  await refused.page.goto('/home');
  await refused.page.getByLabel('Email', { exact: true }).fill(emailOfKey('jonas'));
  await refused.page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await refused.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await refused.page
    .getByRole('alert')
    .getByText('Your account is deactivated. Contact an administrator of your organisation.')
    .waitFor();
  await refused.close();
});
