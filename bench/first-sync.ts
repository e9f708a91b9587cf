import { createPerson, makeOrganisation, makeProject, PASSWORD, signIn } from '@plumbline/testkit/actors';
import { freePort } from '@plumbline/testkit/program/program';
import { keyHeader, signInTo } from '@plumbline/testkit/program/sign-in';
import { startTestServer } from '@plumbline/testkit/server';
import { type Browser, chromium, type Page } from 'playwright-core';
import { judge, percentile, table } from './common/figures.ts';
import { bareLoad, rowsHere } from './first-sync/in-page.ts';
import { fill } from './pins/fill.ts';

const GOAL = 2;
const ROUNDS = Number(process.env.ROUNDS ?? 3);
const PINS = Number(process.argv[2] ?? 10_000);
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

/** An unused port: the program must know its own address before it listens. */
const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const environment = { PUBLIC_URL: url, CHECK_REPLIES: 'off' };
const server = await startTestServer({ environment, now: new Date() });
let browser: Browser | undefined;
try {
  await server.app.listen({ port, host: '127.0.0.1' });
  const organisationId = await makeOrganisation(server, 'Bench');
  const person = await createPerson(server, { organisationId, firstName: 'Olga', lastName: 'Petrova', owner: true });
  const { userId } = await signIn(server, person);
  const members: [typeof person, 'administrator'][] = [[person, 'administrator']];
  const projectId = await makeProject(server, { organisationId, title: 'Harbour', by: person, members });
  await fill(server, { projectId, count: PINS, by: userId, guest: userId });
  await server.database.root.query('VACUUM ANALYZE pin');
  await server.database.root.query('VACUUM ANALYZE task');
  const requested = { name: `plumbline.${organisationId}.${userId}`, pins: PINS, tasks: Math.floor(PINS / 4) };
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });

  /** Polls the page ten times a second, which costs it almost nothing. */
  async function until(page: Page, rows: Parameters<typeof rowsHere>[0]): Promise<void> {
    while (!(await page.evaluate(rowsHere, rows))) await page.waitForTimeout(100);
  }

  /** The product: from signing in, through the list of projects and a click on one, until its last row is stored. */
  async function product(page: Page): Promise<{ clicked: number; first: number; all: number }> {
    page.setDefaultTimeout(120_000);
    await page.goto(url);
    await page.getByLabel('Email', { exact: true }).fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    const startedAt = performance.now();
    await page.keyboard.press('Enter');
    await page
      .getByRole('link', { name: /Harbour/u })
      .first()
      .click();
    const clicked = performance.now() - startedAt;
    await until(page, { ...requested, pins: 1, tasks: 0 });
    const first = performance.now() - startedAt;
    await until(page, requested);
    return { clicked, first, all: performance.now() - startedAt };
  }

  async function bare(page: Page): Promise<{ all: number; bytes: number }> {
    const tokens = await signInTo(url, person.email, PASSWORD);
    await page.goto(url);
    await page.getByLabel('Email', { exact: true }).waitFor();
    return page.evaluate(bareLoad, { projectId, token: tokens.token, key: await keyHeader(url, tokens) });
  }

  const times = { clicked: [] as number[], first: [] as number[], all: [] as number[], bare: [] as number[] };
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    // A new context starts with an empty store.
    for (const run of [product, bare]) {
      const context = await browser.newContext({ locale: 'en' });
      const result = await run(await context.newPage());
      if ('first' in result) {
        times.clicked.push(result.clicked);
        times.first.push(result.first);
        times.all.push(result.all);
      } else {
        times.bare.push(result.all);
        bytes = result.bytes;
      }
      await context.close();
    }
  }
  const middle = (values: readonly number[]) => percentile(values, 0.5) / 1_000;
  table(
    [`first reading of ${PINS} pins`, 'seconds'],
    [
      ['product: signed in, project opened', middle(times.clicked)],
      ['product: first pins here', middle(times.first)],
      ['product: all here', middle(times.all)],
      [`bare: fetch ${(bytes / 1e6).toFixed(1)} MB, put into IndexedDB`, middle(times.bare)],
    ],
  );
  judge('first reading, to the bare one', middle(times.all) / middle(times.bare), GOAL);
} finally {
  await browser?.close();
  await server.close();
}
