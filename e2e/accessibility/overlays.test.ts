import { readCatalog } from '@plumbline/locales/read-catalog';
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { pictureOnFailure } from '../support/browser.ts';
import { openAsAnna, setTheme, shownKeys, switchTo, violations, WALK_MS } from './audit.ts';

const OVERLAY = '[role=dialog]:not(.pin-panel), [role=alertdialog], [role=menu]';

const PROJECT = `/project/${DEMO_PROJECT}`;

/** Screens, with the message keys of the buttons that open their overlays. */
const BUTTONS = [
  ['/userSettings/security', ['shell.search', 'account.setUp']],
  ['/userSettings/data', ['personalData.erase']],
  [PROJECT, ['plan.sort', 'export.list']],
  [`${PROJECT}/pins`, ['pin.filter']],
  [`${PROJECT}/tasks`, ['task.new', 'task.filter']],
] as const;

/** Opens an overlay from its button by keyboard: it has no violations and takes the focus, which returns on Escape. */
async function problemsOfOverlay(page: Page, name: string): Promise<string[]> {
  const button = page.getByRole('button', { name }).first();
  await button.focus();
  await page.keyboard.press('Enter');
  const overlay = page.locator(OVERLAY).first();
  await overlay.waitFor();
  const problems = (await shownKeys(page)).concat(await violations(page));
  const within = await page.evaluate((over) => Boolean(document.activeElement?.closest(over)), OVERLAY);
  if (!within) problems.push('the focus is not in it');
  await page.keyboard.press('Escape');
  await overlay.waitFor({ state: 'detached' });
  // If the button has gone with its screen, the screen itself has the focus.
  await page.waitForFunction(() => document.activeElement !== null && document.activeElement !== document.body);
  return problems.map((problem) => `${name}: ${problem}`);
}

it('has accessible overlays that restore the focus when closed', { timeout: WALK_MS }, async ({ signal }) => {
  const page = await openAsAnna('de', BUTTONS[0][0]);
  pictureOnFailure(page);
  const messages = readCatalog('de');
  await setTheme(page, 'dark');
  const found: string[] = [];
  for (const [address, keys] of BUTTONS) {
    await switchTo(page, address);
    for (const key of keys) {
      signal.throwIfAborted();
      found.push(...(await problemsOfOverlay(page, messages[key] ?? key)));
    }
  }
  expect(found).toEqual([]);
});
