// A revised set of sheets finds its plans, is published together, and is undone as a whole.
import PDFDocument from 'pdfkit';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  importIntoNew,
  openBrowser,
  pictureOnFailure,
  questionOn,
  signIn,
  switchTo,
  type Visit,
  visit,
} from '../support/browser.ts';

let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await visit(browser);
});
afterAll(async () => {
  await visitor?.close();
});

type Sheet = { number: string; title: string; extra?: number };

/** Sheets with rooms that depend on their number and a title block at the lower right. */
function makeSet(sheets: readonly Sheet[]): Promise<Buffer> {
  const doc = new PDFDocument({ autoFirstPage: false });
  for (const { number, title, extra = 0 } of sheets) {
    doc.addPage({ size: 'A3', layout: 'landscape', margin: 0 });
    const last = Number(number.slice(-1));
    for (let i = 0; i < 12; i++)
      doc.rect(60 + 40 * last + 70 * i, 80 + 30 * ((i * last) % 9), 60, 40 + 20 * last).stroke();
    for (let i = 0; i < extra; i++) doc.rect(200 + 60 * i, 600, 50, 30).fillAndStroke('#111111');
    doc.fillColor('#111111').fontSize(6);
    for (let i = 0; i < 6; i++) doc.text('all measures in metres', 900, 620 + 10 * i, { lineBreak: false });
    doc.fontSize(16).text(title, 900, 710, { lineBreak: false });
    doc.fontSize(30).text(number, 1050, 780, { lineBreak: false });
  }
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  const whole = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(pieces))));
  doc.end();
  return whole;
}

const pdf = async (name: string, sheets: readonly Sheet[]) => ({
  ...{ name, mimeType: 'application/pdf' },
  buffer: await makeSet(sheets),
});

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Import plans' });
const card = (page: Page, number: number) =>
  dialogOf(page)
    .locator('.page-card')
    .filter({ has: page.getByRole('checkbox', { name: `Import page ${number}`, exact: true }) });

it('matches a set with the plans of the project, publishes it together and undoes it', async () => {
  const { page, complaints } = visitor;
  pictureOnFailure(page);
  await signIn(page, 'anna');
  const floors = [
    { number: 'A-101', title: 'Ground floor plan' },
    { number: 'A-102', title: 'First floor plan with the stairs' },
  ];
  await importIntoNew(page, 'Sets', [await pdf('first.pdf', [...floors, { number: 'A-104', title: 'Section' }])]);
  await dialogOf(page).getByRole('button', { name: 'Import 3 pages' }).click();
  await page
    .getByRole('link', { name: /Ground floor plan/u })
    .first()
    .waitFor({ timeout: 90_000 });
  await page
    .getByRole('link', { name: /Section/u })
    .first()
    .waitFor({ timeout: 90_000 });

  // The next issue: one sheet is revised, one is the same, one is new, and two have the same number.
  const [ground, first] = floors;
  if (!ground || !first) throw new Error('both are there');
  const second = await pdf('second.pdf', [
    { ...ground, extra: 4 },
    first,
    { number: 'A-103', title: 'Roof plan' },
    { number: 'A-105', title: 'Elevation north' },
    { number: 'A-105', title: 'Elevation south' },
  ]);
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Import plans' }).first().click();
  await page.getByRole('button', { name: 'Choose files' }).click();
  await (await chooser).setFiles(second);
  await card(page, 1).getByText('Revised', { exact: true }).waitFor({ timeout: 60_000 });
  await card(page, 2).getByText('Unchanged', { exact: true }).waitFor();
  await card(page, 3).getByText('New', { exact: true }).waitFor();
  await card(page, 4).getByText('Uncertain', { exact: true }).waitFor();
  await dialogOf(page).getByText('Revised: 1 · Unchanged: 1 · Uncertain: 2', { exact: false }).waitFor();
  await expect.poll(() => page.getByRole('checkbox', { name: 'Import page 2', exact: true }).isChecked()).toBe(false);
  // A long title stays within its card.
  const becomes = card(page, 2).locator('.page-becomes > button');
  await becomes.getByText('A-102 First floor plan with the stairs').waitFor();
  const [inner, outer] = [await becomes.locator('span').last().boundingBox(), await becomes.boundingBox()];
  expect((inner?.x ?? 0) + (inner?.width ?? 0)).toBeLessThanOrEqual((outer?.x ?? 0) + (outer?.width ?? 0));

  // A preview in which the title block can be read.
  await card(page, 1).getByRole('button', { name: 'Enlarge Page 1' }).click();
  const large = page.getByRole('dialog', { name: 'Page 1' }).locator('img');
  await expect.poll(() => large.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(1_500);
  await page.keyboard.press('Escape');

  // Nothing is published while a sheet is undecided.
  await dialogOf(page).getByRole('button', { name: 'Import 4 pages' }).click();
  await page.getByRole('alert').getByText('Choose what the uncertain sheets become.').waitFor();
  const open = card(page, 4).getByRole('button', { name: 'Becomes, Page 4', exact: false });
  await expect.poll(() => open.evaluate((button) => button === document.activeElement)).toBe(true);
  for (const number of [4, 5]) {
    await card(page, number)
      .getByRole('button', { name: `Becomes, Page ${number}`, exact: false })
      .click();
    await page.getByRole('option', { name: 'New plan' }).click();
  }
  await page.getByRole('textbox', { name: 'Revision number' }).fill('B');
  // A date for all sheets, which show none, and another one for the roof; the same in both orders of day and month.
  const typeDate = async (name: string, digits: string) => {
    await page.getByRole('group', { name, exact: true }).getByRole('spinbutton').first().click();
    await page.keyboard.type(digits);
  };
  await typeDate('Revision date', '12122026');
  await card(page, 1).getByRole('button', { name: 'Revision date, Page 1: 12/12/2026' }).waitFor();
  await card(page, 3).getByRole('button', { name: 'Revision date, Page 3: 12/12/2026' }).click();
  await typeDate('Revision date, Page 3', '11112026');
  await dialogOf(page).getByRole('button', { name: 'Import 4 pages' }).click();
  await page
    .getByRole('link', { name: /Elevation south/u })
    .first()
    .waitFor({ timeout: 90_000 });
  await page
    .getByRole('link', { name: /Roof plan/u })
    .first()
    .waitFor();

  await switchTo(page, `${/^.*\/project\/[^/?#]+/u.exec(page.url())?.[0]}/importStatus`);
  const status = page.getByRole('dialog', { name: 'Import status' });
  await status.getByText('Published', { exact: true }).waitFor({ timeout: 60_000 });
  await status.getByRole('button', { name: 'Show all 4' }).click();
  await status.getByText('A-101 Ground floor plan (B)').waitFor();
  await status.getByRole('link', { name: 'Compare' }).waitFor();
  const statusUrl = page.url();
  const comparing = await status.getByRole('link', { name: 'Compare' }).getAttribute('href');
  await switchTo(page, comparing?.replace(/\/compare\/.*$/u, '') ?? '');
  const [newest, oldest] = [page.getByRole('listitem').filter({ hasText: 'second.pdf' }), page.getByText('first.pdf')];
  await newest.getByText(/^Dated .*Dec.* 2026$/u).waitFor();
  await oldest.waitFor();
  await expect.poll(() => page.getByText('Dated').count()).toBe(1);
  await switchTo(page, statusUrl);
  await status.getByRole('button', { name: 'Show all 4' }).click();
  // The largest changed area, with a link to its place on the plan.
  await status.getByRole('button', { name: 'Changes' }).click();
  await status.getByText(/^\d changed areas?/u).waitFor({ timeout: 60_000 });
  const area = status.getByRole('link', { name: '1. Added' });
  await expect.poll(() => area.getAttribute('href')).toMatch(/\/plan\?at=[\d._-]+$/u);
  await status.getByRole('button', { name: 'Undo' }).click();
  await questionOn(page).getByRole('button', { name: 'Undo' }).click();
  await status.getByText('Undone', { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('link', { name: /Roof plan/u }).count()).toBe(0);
  await page
    .getByRole('link', { name: /Ground floor plan/u })
    .first()
    .waitFor();
  expect(complaints).toEqual([]);
});
