// A stranger scans a printed plan and learns that it is current; a member opens it from there.

import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { largePreview } from '@plumbline/server/rendering/page-preview-result';
import { previewPages } from '@plumbline/server/rendering/render';
import { textOfPicture } from '@plumbline/testkit/authenticator';
import { DEMO_PASSWORD } from '@plumbline/testkit/demo';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { emailOfKey, openBrowser, pictureOnFailure, signInToDemo, type Visit, visit } from '../support/browser.ts';

let browser: Browser;
let member: Visit;
let stranger: Visit;
beforeAll(async () => {
  browser = await openBrowser();
  member = await visit(browser);
  stranger = await visit(browser, { viewport: { width: 390, height: 844 }, hasTouch: true });
});
afterAll(async () => {
  await member?.close();
  await stranger?.close();
});

it('shows anyone that a print is current, and opens its plan after signing in', async () => {
  const { page, complaints } = member;
  pictureOnFailure(page);
  pictureOnFailure(stranger.page);
  await signInToDemo(page, 'anna', 'Plans');
  await page.getByRole('link', { name: /A-102/u }).first().click();
  await page.locator('.plan-stage').waitFor();
  await page.getByRole('button', { name: 'Display', exact: true }).click();
  await page.getByRole('menuitem', { name: 'PDF with pins' }).click();
  const download = page.waitForEvent('download', { timeout: 90_000 });
  await page.getByRole('button', { name: 'Create PDF' }).click();
  const file = await (await download).path();
  const out = `${file}.webp`;
  await previewPages(file, [1], () => out);
  const address = new URL(await textOfPicture(await readFile(largePreview(out))));
  expect(path.dirname(address.pathname)).toBe('/print');

  await stranger.page.goto(address.pathname);
  await stranger.page.getByRole('heading', { name: 'This plan is current' }).waitFor();
  await stranger.page.getByRole('link', { name: 'Open current revision' }).click();
  await stranger.page.getByLabel('Email', { exact: true }).fill(emailOfKey('anna'));
  await stranger.page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await stranger.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await stranger.page.locator('.plan-stage').waitFor();
  await expect.poll(() => new URL(stranger.page.url()).pathname).toMatch(/^\/project\/[\w-]+\/[\w-]+\/plan$/u);
  expect([...complaints, ...stranger.complaints]).toEqual([]);
});
