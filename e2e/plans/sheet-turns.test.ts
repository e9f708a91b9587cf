// A sheet drawn sideways is proposed upright before import, can be rotated by the user, and is shown, searched and
// downloaded that way.
import { openPage, openPdf } from '@plumbline/server/rendering/engines/pdf/document';
import { wordsOf } from '@plumbline/server/rendering/engines/pdf/page-words';
import PDFDocument from 'pdfkit';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { importIntoNew, openBrowser, pictureOnFailure, signIn, type Visit, visit } from '../support/browser.ts';

let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  visitor = await visit(browser);
});
afterAll(async () => {
  await visitor?.close();
});

/** An A3 sheet in portrait, on which all text runs upwards. */
async function sideways(): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A3', layout: 'portrait', margin: 0 });
  doc.rotate(-90).translate(-1190.55, 0);
  for (let i = 0; i < 20; i++) {
    const [x, y] = [60 + 220 * (i % 5), 120 + 160 * Math.floor(i / 5)];
    doc.rect(x - 20, y - 40, 200, 130).stroke();
    doc.fontSize(14).text(`Chamber ${i + 1}`, x, y, { lineBreak: false });
  }
  const pieces: Buffer[] = [];
  doc.on('data', (piece: Buffer) => pieces.push(piece));
  const whole = new Promise<Buffer>((resolve) => doc.on('end', () => resolve(Buffer.concat(pieces))));
  doc.end();
  return whole;
}

const scan = (): Promise<Buffer> =>
  sharp({ create: { width: 600, height: 900, channels: 3, background: '#f4f4f4' } })
    .composite([
      { input: { create: { width: 200, height: 100, channels: 3, background: '#b02020' } }, left: 0, top: 0 },
    ])
    .png()
    .toBuffer();

it('proposes a sheet upright, rotates pages and images, and searches and downloads the sheet as rotated', async () => {
  const { page, complaints } = visitor;
  pictureOnFailure(page);
  await signIn(page, 'anna');
  await importIntoNew(page, 'Sideways', [
    { name: 'chambers.pdf', mimeType: 'application/pdf', buffer: await sideways() },
    { name: 'scan.png', mimeType: 'image/png', buffer: await scan() },
  ]);

  // The dialog itself has the focus, not its close button: neither a focus ring nor a tooltip is shown.
  const dialog = page.getByRole('dialog', { name: 'Import plans' });
  await dialog.getByText('scan.png').first().waitFor();
  await expect.poll(() => dialog.evaluate((element) => element === document.activeElement)).toBe(true);
  await expect.poll(() => page.getByRole('tooltip').count()).toBe(0);

  const card = (name: string) => dialog.locator('.page-card').filter({ hasText: name });
  await card('chambers.pdf').getByText('Rotated by 90 degrees').waitFor({ timeout: 60_000 });
  await expect.poll(() => card('chambers.pdf').innerText()).toContain('420 × 297 mm');
  const turn = card('scan.png').getByRole('button', { name: /Rotate right, scan\.png/u });
  await turn.waitFor({ timeout: 60_000 });
  // By mouse and by key, a quarter turn per press.
  await turn.click();
  await card('scan.png').getByText('Rotated by 90 degrees').waitFor();
  await turn.press('Enter');
  await turn.press('Enter');
  await card('scan.png').getByText('Rotated by 270 degrees').waitFor();
  await dialog.getByRole('button', { name: 'Import 2 pages' }).click();

  const thumb = page.getByRole('link', { name: /scan/u }).last().locator('img');
  await thumb.waitFor({ timeout: 90_000 });
  // The image has no size until it has loaded.
  const ratio = () => thumb.evaluate((img: HTMLImageElement) => img.naturalWidth / Math.max(img.naturalHeight, 1));
  await expect.poll(ratio).toBeCloseTo(1.5, 1);
  await page
    .getByRole('link', { name: /chambers/u })
    .last()
    .click();
  await page.locator('.plan-stage').waitFor();
  await page.locator('.plan-wait').waitFor({ state: 'detached', timeout: 60_000 });

  // A word is found at its position on the rotated sheet.
  const found = page.waitForResponse((reply) => /\/text\?search=Chamber/u.test(reply.url()));
  await page.keyboard.press('/');
  await page.getByRole('searchbox', { name: 'Search in plan' }).fill('Chamber');
  await page.getByText('1 of 20').waitFor();
  const { hits } = (await (await found).json()) as { hits: { x: number; y: number; w: number; h: number }[] };
  expect(hits[0]?.x).toBeCloseTo(60 / 1190, 2);
  expect(hits[0]?.y).toBeCloseTo(120 / 842, 1);
  expect(hits[0]?.w).toBeGreaterThan(hits[0]?.h ?? 1);
  await page.getByRole('button', { name: 'Close search' }).click();

  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await page.getByRole('menuitem', { name: 'PDF with pins' }).click();
  const download = page.waitForEvent('download', { timeout: 90_000 });
  await page.getByRole('button', { name: 'Create PDF' }).click();
  const pdf = await openPdf(await (await download).path(), 'pdfConversion');
  const sheet = openPage(pdf, 1, 'pdfConversion');
  const words = wordsOf(sheet);
  expect(sheet.widthPt).toBeGreaterThan(sheet.heightPt);
  sheet.close();
  pdf.close();
  expect(words.find((word) => word.text === 'Chamber')).toMatchObject({ turn: 0 });
  expect(complaints).toEqual([]);
});
