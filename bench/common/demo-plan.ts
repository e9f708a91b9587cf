// The way from the door of a demo to its ground floor, as its first person goes it.
import { DEMO_PASSWORD, demoEmail } from '@plumbline/testkit/demo';
import type { Page } from 'playwright-core';

/** Signs in where the sign-in page is shown, and opens the plan; until a pin can be set. */
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
