import { createPerson, makeOrganisation, makeProject, PASSWORD, signIn } from '@plumbline/testkit/actors';
import { freePort } from '@plumbline/testkit/program/program';
import { startTestServer } from '@plumbline/testkit/server';
import { type Browser, chromium, type Page } from 'playwright-core';
import { judge, percentile, table } from './common/figures.ts';
import { rowsHere } from './first-sync/in-page.ts';
import { fill } from './pins/fill.ts';

const PINS = Number(process.argv[2] ?? 10_000);
const OTHER_PROJECT = 'Quay';
const OTHER_PINS = 400;
const THROTTLING = 4;
const ROUNDS = Number(process.env.ROUNDS ?? 5);
const MAX_INTERACTION_MS = 200;
const MAX_SHIFT = 0.05;
const FLAGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking', '--disable-sync', '--no-first-run'];

/** Collected by the page. */
declare global {
  interface Window {
    measured: { interactions: number[]; shift: number };
  }
}

/** Runs in each page before its own scripts. */
function observe(): void {
  window.measured = { interactions: [], shift: 0 };
  const events = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      if ('interactionId' in entry && entry.interactionId !== 0) window.measured.interactions.push(entry.duration);
    }
  });
  events.observe({ type: 'event', buffered: true, durationThreshold: 16 } as PerformanceObserverInit);
  const shifts = new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[]) {
      if (!entry.hadRecentInput) window.measured.shift += entry.value;
    }
  });
  shifts.observe({ type: 'layout-shift', buffered: true });
}

type Step = readonly [name: string, act: (page: Page) => Promise<void>];

const row = (page: Page) => page.locator('.ui-table-row').first();
const checkbox = (page: Page) => page.locator('.ui-table-row').nth(1).locator('.ui-check');
const LIST_STEPS: readonly Step[] = [
  ['type in the search', (page) => page.getByRole('searchbox').first().press('1')],
  ['clear the search', (page) => page.getByRole('searchbox').first().press('Backspace')],
  ['sort by number', (page) => page.getByRole('columnheader', { name: /^Number/u }).click()],
  ['select a row', (page) => checkbox(page).click()],
  ['clear the selection', (page) => checkbox(page).click()],
  ['open a row', (page) => row(page).click()],
  ['move by keyboard', (page) => page.keyboard.press('ArrowDown')],
  ['close it', (page) => page.keyboard.press('Escape')],
  [
    'open the filter',
    async (page) => {
      await page.getByRole('button', { name: /^Filter/u }).click();
      await page.getByRole('dialog').waitFor();
    },
  ],
  [
    'close the filter',
    async (page) => {
      await page.getByRole('dialog').press('Escape');
      await page.getByRole('dialog').waitFor({ state: 'detached' });
    },
  ],
];

const issue = (page: Page) => page.locator('.issue').first();
const project = (page: Page) => page.locator('.work-filters').getByRole('button', { name: OTHER_PROJECT });
const WORK_STEPS: readonly Step[] = [
  ['filter by project', (page) => project(page).click()],
  ['remove the filter', (page) => project(page).click()],
  [
    'open a card',
    async (page) => {
      await issue(page).getByRole('link').first().click();
      await page.locator('.task-panel').waitFor();
    },
  ],
  [
    'return',
    async (page) => {
      await page.getByRole('link', { name: 'My work' }).first().click();
      await issue(page).waitFor();
    },
  ],
];

/** Until the frame after the action is painted and its entries are delivered. */
const painted = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50)))),
  );

const port = await freePort();
const url = `http://127.0.0.1:${port}`;
const server = await startTestServer({ environment: { PUBLIC_URL: url, CHECK_REPLIES: 'off' }, now: new Date() });
let browser: Browser | undefined;
try {
  await server.app.listen({ port, host: '127.0.0.1' });
  const organisationId = await makeOrganisation(server, 'Bench');
  const person = await createPerson(server, { organisationId, firstName: 'Olga', lastName: 'Petrova', owner: true });
  const { userId } = await signIn(server, person);
  const create = async (title: string, count: number): Promise<string> => {
    const id = await makeProject(server, { organisationId, title, by: person, members: [[person, 'administrator']] });
    await fill(server, { projectId: id, count, by: userId, guest: userId });
    return id;
  };
  await create(OTHER_PROJECT, OTHER_PINS);
  const projectId = await create('Harbour', PINS);
  await server.database.root.query('VACUUM ANALYZE');
  browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: FLAGS });
  const context = await browser.newContext({ viewport: { width: 1_440, height: 900 }, locale: 'en' });
  context.setDefaultTimeout(120_000);
  await context.addInitScript(observe);
  const page = await context.newPage();
  await page.goto(url);
  await page.getByLabel('Email', { exact: true }).fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page
    .getByRole('link', { name: /Harbour/u })
    .first()
    .waitFor();
  await page.goto(`${url}/project/${projectId}/pins/list`);
  const stored = { name: `plumbline.${organisationId}.${userId}`, pins: PINS, tasks: Math.floor(PINS / 4) };
  while (!(await page.evaluate(rowsHere, stored))) await page.waitForTimeout(200);

  const client = await context.newCDPSession(page);
  await client.send('Emulation.setCPUThrottlingRate', { rate: THROTTLING });
  const lines: string[][] = [];
  const results: { name: string; figure: number; most: number }[] = [];
  const screens = [
    ['pins/list', `project/${projectId}/pins/list`, row, LIST_STEPS],
    ['tasks', `project/${projectId}/tasks`, row, LIST_STEPS],
    ['My work', 'home', issue, WORK_STEPS],
  ] as const;
  for (const [list, address, first, steps] of screens) {
    await page.goto(`${url}/${address}`);
    await first(page).waitFor();
    await painted(page);
    const shift = await page.evaluate(() => window.measured.shift);
    results.push({ name: `${list}: layout shift while it loads`, figure: shift, most: MAX_SHIFT });
    const found = new Map<string, number[]>();
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [name, act] of steps) {
        await page.evaluate(() => window.measured.interactions.splice(0));
        await act(page);
        await painted(page);
        const longest = await page.evaluate(() => Math.max(0, ...window.measured.interactions));
        found.set(name, [...(found.get(name) ?? []), longest]);
      }
    }
    for (const [name, times] of found) {
      const [middle, worst] = [percentile(times, 0.5), Math.max(...times)];
      lines.push([`${list}: ${name}`, middle.toFixed(0), worst.toFixed(0)]);
      results.push({ name: `${list}: ${name}, median ms`, figure: middle, most: MAX_INTERACTION_MS });
    }
  }
  table([`${PINS} pins, processor ${THROTTLING} times slower`, 'median ms', 'longest ms'], lines);
  for (const { name, figure, most } of results) judge(name, figure, most);
} finally {
  await browser?.close();
  await server.close();
}
