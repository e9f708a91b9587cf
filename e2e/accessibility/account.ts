// Sets up the account whose screens are visited: its language, and the group that the demo does not have.
import type { Language } from '@plumbline/locales/languages';
import { readCatalog } from '@plumbline/locales/read-catalog';
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import type { Page } from 'playwright-core';
import { switchTo } from '../support/browser.ts';

/** Creates a group on a page in this language, and returns its id. */
export async function createGroup(page: Page, language: Language): Promise<string> {
  const messages = readCatalog(language);
  await switchTo(page, `/project/${DEMO_PROJECT}/groups`);
  await page.getByRole('button', { name: messages['group.new'] ?? '' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(messages['group.title'] ?? '').fill('Handrails');
  await dialog.getByRole('button', { name: messages['group.create'] ?? '' }).click();
  await page.waitForURL(/\/groups\/[0-9a-f-]{36}/u);
  return new URL(page.url()).pathname.split('/')[4] ?? '';
}

/** Sets the language of the account, and that of the page from its next load. */
export async function setLanguage(page: Page, language: Language, accessToken: string): Promise<void> {
  const response = await page.request.patch('/api/v2/me', {
    data: { settings: { language } },
    headers: { authorization: `Bearer ${accessToken}`, 'idempotency-key': crypto.randomUUID() },
  });
  if (!response.ok()) throw new Error(`the language was refused: ${response.status()} ${await response.text()}`);
  await page.addInitScript((kept) => localStorage.setItem('plumbline.language', kept), language);
}
