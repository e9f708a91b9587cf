// Opens the ground floor plan of the demo, starting from the sign-in page.
import { DEMO_PASSWORD, demoEmail } from '@plumbline/testkit/demo';
import type { Page } from 'playwright-core';

/** Signs in on the sign-in page and opens the plan; resolves when a pin can be added. */
export async function openDemoPlan(page: Page): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(demoEmail('anna'));
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.keyboard.press('Enter');
  await page
    .getByRole('link', { name: /Lindenhof/u })
    .first()
    .click();
  await page
    .getByRole('link', { name: /Ground floor/u })
    .first()
    .click();
  await page.getByRole('button', { name: 'Add pin' }).waitFor();
}
