// The app in the engine of Safari: signing in, and screens from the device's database, again after they were left.
// Runs on demand: npm run test-long -- webkit.
import { DEMO_PROJECT } from '@plumbline/server/features/demo/ids';
import { DEMO_PASSWORD } from '@plumbline/testkit/demo';
import { it } from 'vitest';
import { emailOfKey, installation } from './browser.ts';
import { startWebKit } from './webkit-browser.ts';

const PROJECT = `/project/${DEMO_PROJECT}`;
const SCREENS = [PROJECT, `${PROJECT}/pins`, `${PROJECT}/tasks/board`, `${PROJECT}/tasks/calendar`, `${PROJECT}/media`];

it.runIf(process.env.WEBKIT)('works in WebKit, also after the page was left and loaded again', async () => {
  const page = await startWebKit();
  const { url } = installation();
  const shows = (text: string) => page.until(`return document.body.innerText.includes(${JSON.stringify(text)})`);
  const isLoaded = () =>
    page.until(
      `return document.querySelector('main') !== null && document.querySelector('.ui-skeleton, .ui-spinner') === null`,
    );
  await page.open(`${url}/home`);
  await page.type("//input[@type='email' or contains(@autocomplete, 'username')]", emailOfKey('anna'));
  await page.type("//input[@type='password']", `${DEMO_PASSWORD}\uE007`);
  await shows('My work');

  for (const address of [...SCREENS, ...SCREENS]) {
    await page.open(url + address);
    await isLoaded();
    await page.until(`return location.pathname === ${JSON.stringify(address)}`);
  }
});
