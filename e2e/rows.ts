// Data for the visits to every screen: rows of the demo plus a new group and dataset. Also sets the language of the
// account.
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Page } from 'playwright-core';
import { openDemo } from './browser.ts';
import type { Ids } from './places.ts';

const idAt = (page: Page, place: number): string => new URL(page.url()).pathname.split('/')[place] ?? '';

/** Collects the ids from the demo project of the signed-in user. The language must be English. */
export async function idsOf(page: Page): Promise<Ids> {
  await openDemo(page);
  const name = `To be walked to ${process.pid}`;
  const project = idAt(page, 2);
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .click();
  await page.getByText('Handrail missing on main stairs').first().click();
  await page.getByRole('tab', { name: 'Basics' }).waitFor();
  const [plan, pin] = [idAt(page, 3), idAt(page, 5)];

  await page.getByRole('link', { name: 'Groups', exact: true }).first().click();
  await page.getByRole('button', { name: 'New group' }).click();
  await page.getByRole('dialog').getByLabel('Title').fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Create group' }).click();
  await page.waitForURL(/\/groups\/[0-9a-f-]{36}/u);
  const group = idAt(page, 4);

  const file = path.join(tmpdir(), `plumbline-walk-${process.pid}.csv`);
  await writeFile(file, 'ID;Title\n1;Hall\n2;Kitchen\n');
  await page.getByRole('link', { name: 'Datasets', exact: true }).first().click();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    page.getByRole('button', { name: 'Import dataset' }).click(),
  ]);
  await chooser.setFiles(file);
  await page.getByRole('dialog').getByRole('textbox', { name: 'Title', exact: true }).fill(name);
  await page.getByRole('dialog').getByRole('button', { name: 'Import', exact: true }).click();
  await page.getByRole('dialog').getByRole('link', { name }).click({ timeout: 120_000 });
  await page.waitForURL(/\/datasets\/[0-9a-f-]{36}/u);
  return { project, plan, pin, group, dataset: idAt(page, 4) };
}

/** Sets the language of the account; the page uses it from its next load. */
export async function speak(page: Page, language: string): Promise<void> {
  const status = await page.evaluate(async (wanted) => {
    const { access_token } = JSON.parse(localStorage.getItem('plumbline.token') ?? '{}') as { access_token?: string };
    const answer = await fetch('/api/v2/me', {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${access_token}`,
        'content-type': 'application/json',
        'idempotency-key': crypto.randomUUID(),
      },
      body: JSON.stringify({ settings: { language: wanted } }),
    });
    return answer.status;
  }, language);
  if (status !== 200) throw new Error(`the language was refused: ${status}`);
  await page.goto('/');
  await page.waitForFunction((wanted) => document.documentElement.lang === wanted, language);
}
