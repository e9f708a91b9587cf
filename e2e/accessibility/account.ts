// Sets up the account whose screens are visited: its language, and the group that the demo does not have.
import { type Language, localeTag } from '@plumbline/locales/languages';
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import type { Page } from 'playwright-core';

/** Creates a group and returns its id. The language of the page must be English. */
export async function createGroup(page: Page): Promise<string> {
  await page.goto(`/project/${DEMO_PROJECT}/groups`);
  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('Handrails');
  await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
  await page.waitForURL(/\/groups\/[0-9a-f-]{36}/u);
  return new URL(page.url()).pathname.split('/')[4] ?? '';
}

/** Sets the language of the account; pages use it from their next load. */
export async function switchLanguage(page: Page, language: Language): Promise<void> {
  const token = await page.evaluate(() => localStorage.getItem('plumbline.token') ?? '{}');
  const { access_token: accessToken } = JSON.parse(token) as { access_token?: string };
  const response = await page.request.patch('/api/v2/me', {
    data: { settings: { language } },
    headers: { authorization: `Bearer ${accessToken}`, 'idempotency-key': crypto.randomUUID() },
  });
  if (!response.ok()) throw new Error(`the language was refused: ${response.status()} ${await response.text()}`);
  await page.goto('/');
  await page.waitForFunction((tag) => document.documentElement.lang === tag, localeTag(language));
}
