// Dialogs with input ask before it is discarded, whichever way they are left.
import { DEMO_PROJECT, planId } from '@plumbline/server/features/demo/ids';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { switchTo } from '../accessibility/audit.ts';
import { openBrowser, pictureOnFailure, signIn, visit } from '../support/browser.ts';

const PROJECT = `/project/${DEMO_PROJECT}`;

/** The address of a dialog or of its screen, the button that opens it there, its title, and a field in it. */
const DIALOGS = [
  ['/project/newfolder', undefined, 'New folder', 'Folder name'],
  [`${PROJECT}/copy`, undefined, /^Copy /u, 'Title'],
  [`${PROJECT}/newfolder`, undefined, 'New folder', 'Folder name'],
  [`${PROJECT}/rename/${planId('A-102')}`, undefined, 'Rename', 'Title'],
  [`${PROJECT}/groups`, 'New group', 'New group', 'Title'],
  [`${PROJECT}/settings/fields`, 'Add field', 'New pin field', 'Field title'],
] as const;

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});

it('asks before discarding input on Escape, an outside click, the back button and the close button', async () => {
  const { page, complaints, close } = await visit(browser);
  pictureOnFailure(page);
  await signIn(page, 'anna');
  const question = page.getByRole('alertdialog', { name: 'Discard your changes?' });
  const keep = async () => {
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await question.waitFor({ state: 'detached' });
  };
  for (const [address, button, title, label] of DIALOGS) {
    await switchTo(page, address);
    if (button) await page.getByRole('button', { name: button }).first().click();
    const dialog = page.getByRole('dialog', { name: title });
    const field = dialog.getByLabel(label, { exact: true });
    // A control character that was dropped or filled in does not get into the field.
    await field.fill('Not\u0007 saved yet');
    await page.keyboard.press('Escape');
    await keep();
    await page.mouse.click(8, 450);
    await keep();
    await page.goBack();
    await keep();
    await expect.poll(() => field.inputValue()).toBe('Not saved yet');
    await dialog.getByRole('button', { name: 'Close' }).click();
    await question.getByRole('button', { name: 'Discard' }).click();
    await dialog.waitFor({ state: 'detached' });
  }
  // A choice from a list is input too, and so is a person taken out of a team.
  await switchTo(page, `${PROJECT}/team`);
  const row = page.getByRole('row', { name: /Jonas Keller/u });
  await row.getByRole('button', { name: /Jonas Keller/u }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const member = page.getByRole('dialog', { name: 'Edit Jonas Keller' });
  const role = member.getByRole('button', { name: /Role/u });
  await role.click();
  await page.getByRole('option', { name: 'Internal viewer' }).click();
  await page.getByRole('listbox').waitFor({ state: 'detached' });
  await role.press('Escape');
  await question.getByRole('button', { name: 'Discard' }).click();
  await member.waitFor({ state: 'detached' });
  // A screen with a form asks before a link leaves it.
  await switchTo(page, '/userSettings/profile');
  await page.getByLabel('First name', { exact: true }).fill('Not saved yet');
  await page.getByRole('link', { name: 'My work' }).first().click();
  await keep();
  await expect.poll(() => page.getByLabel('First name', { exact: true }).inputValue()).toBe('Not saved yet');
  await page.getByRole('link', { name: 'My work' }).first().click();
  await question.getByRole('button', { name: 'Discard' }).click();
  const home = page.getByRole('heading', { name: 'My work', exact: true }).first();
  await home.waitFor({ state: 'attached' });
  await switchTo(page, '/userManagement/policies');
  await page.getByLabel('Addresses and networks', { exact: true }).fill('203.0.113.0/24');
  await page.getByRole('link', { name: 'My work' }).first().click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await home.waitFor({ state: 'attached' });
  expect(complaints).toEqual([]);
  await close();
});
