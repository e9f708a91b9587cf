// A custom field: defined, filled in on a pin, used as a filter, set on many pins at once and undone; and a list of
// rooms imported, with one of them set on a pin.
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { LANGUAGES, regionalTag } from '@plumbline/locales/languages';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, searchPins, signInToDemo, type Visit, visit } from '../support/browser.ts';

let visitor: Visit;
beforeAll(async () => {
  visitor = await visit(await openBrowser());
  await signInToDemo(visitor.page, 'anna', 'Settings');
});
afterAll(async () => {
  await visitor?.close();
});

async function asAnna(walk: (page: Page) => Promise<void>): Promise<void> {
  const { page, complaints } = visitor;
  pictureOnFailure(page);
  await walk(page);
  expect(complaints).toEqual([]);
}

const section = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();
const dialog = (page: Page) => page.getByRole('dialog');

it('defines a custom field, fills it in, filters by it, and changes many pins at once', async () => {
  await asAnna(async (page) => {
    await section(page, 'Settings');
    await page.getByRole('tab', { name: 'Pin fields' }).click();
    await page.getByRole('button', { name: 'Add field' }).first().click();
    await dialog(page).getByRole('radio', { name: 'Percentage' }).click();
    await dialog(page).getByLabel('Field title').fill('Cost estimate');
    await dialog(page).getByRole('button', { name: 'Add field' }).click();
    await dialog(page).getByText('Title is not available').waitFor();
    // The field with the problem has the focus, also where it had been scrolled out of view.
    await expect
      .poll(() =>
        dialog(page)
          .getByLabel('Field title')
          .evaluate((field) => field === document.activeElement),
      )
      .toBe(true);
    await dialog(page).getByLabel('Field title').fill('Checked share');
    await dialog(page).getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('row', { name: 'Checked share' }).waitFor();

    await section(page, 'Pins');
    // Typed key by key: updating the address must not remove characters from the search box.
    await page.getByRole('searchbox', { name: 'Search pins' }).pressSequentially('Window handles locked');
    await expect
      .poll(() => page.getByRole('searchbox', { name: 'Search pins' }).inputValue())
      .toBe('Window handles locked');
    await page.getByText(/^\d pins?$/u).waitFor();
    await page.getByText('Window handles locked').first().click();
    const share = page.getByRole('textbox', { name: 'Checked share' });
    await share.fill('101');
    await share.press('Enter');
    await page.getByText('At most 100').waitFor();
    await share.fill('39.6');
    await share.press('Enter');
    await page.getByText('At most 100').waitFor({ state: 'detached' });
    // Rounding is said until something else is typed.
    await page.getByText('“39.6” was rounded: the field has fewer decimal places').waitFor();
    await expect.poll(() => share.inputValue()).toBe('40');
    await share.fill('4');
    await page.getByText('was rounded').waitFor({ state: 'detached' });
    await share.fill('40');
    await share.press('Enter');
    await page.getByRole('tab', { name: 'History' }).click();
    await page.getByRole('definition').filter({ hasText: '40%' }).first().waitFor();
    await page.getByRole('button', { name: 'Close panel' }).click();

    await page.getByRole('searchbox', { name: 'Search pins' }).fill('');
    await page.getByText(/^\d{2,} pins$/u).waitFor();
    await page.getByRole('button', { name: 'Filter' }).click();
    const filled = dialog(page).getByRole('group', { name: 'Checked share', exact: true });
    await filled.getByRole('button', { name: 'Has value' }).click();
    await dialog(page).getByRole('button', { name: 'Show 1 pin' }).click();
    await page.getByText('Window handles locked').first().waitFor();
    // The filter is in the address: after a reload the same pins are listed.
    await page.reload();
    await page.getByText(/^1 pin$/u).waitFor();
    await page.getByRole('button', { name: /^Remove filter Checked share/u }).click();

    await page
      .getByText(/^\d{2,} pins$/u)
      .first()
      .waitFor();
    await page.getByRole('checkbox', { name: 'Select all' }).check({ force: true });
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await dialog(page).getByLabel('Add tags').fill('walkthrough ');
    await dialog(page)
      .getByRole('button', { name: /^Change \d+ pins$/u })
      .click();
    // Closed and inactive pins are skipped, and the dialog says so.
    await dialog(page)
      .getByText(/closed or inactive pins/u)
      .waitFor();
    await dialog(page).getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('searchbox', { name: 'Search pins' }).fill('walkthrough');
    await page.getByText('No matching pins').first().waitFor();
  });
});

it('saves a typed date once, when its input is left', async () => {
  await asAnna(async (page) => {
    await section(page, 'Settings');
    await page.getByRole('tab', { name: 'Pin fields' }).click();
    await page.getByRole('button', { name: 'Add field' }).first().click();
    await dialog(page).getByRole('radio', { name: 'Date' }).click();
    await dialog(page).getByLabel('Field title').fill('Handover day');
    await dialog(page).getByRole('button', { name: 'Add field' }).click();
    await page.getByRole('row', { name: 'Handover day' }).waitFor();

    await section(page, 'Pins');
    await searchPins(page, 'Window handles locked');
    await page.getByText('Window handles locked').first().click();
    const date = page.getByRole('group', { name: 'Handover day' });
    await date.getByRole('spinbutton').first().click();
    // A day that its month does not have is not replaced by another one, and a date is not ignored for lack of a part.
    await page.keyboard.type('31');
    await page.getByRole('tab', { name: 'History' }).focus();
    await page.getByText('Enter day, month and year').waitFor();
    await date.getByRole('spinbutton', { name: /^day/iu }).click();
    await page.keyboard.type('31');
    await date.getByRole('spinbutton', { name: /^month/iu }).click();
    await page.keyboard.type('02');
    await date.getByRole('spinbutton', { name: /^year/iu }).click();
    await page.keyboard.type('2027');
    await page.getByRole('tab', { name: 'History' }).focus();
    await page.getByText(/31.+2027 does not exist\. Enter another date\./u).waitFor();
    await date.getByRole('spinbutton').first().click();
    // The same in both orders of day and month; each digit of the year makes a valid date.
    await page.keyboard.type('12122026');
    await page.getByRole('tab', { name: 'History' }).click();
    const entries = page.getByRole('listitem').filter({ hasText: 'Handover day' });
    await entries.first().waitFor();
    await expect.poll(() => entries.count()).toBe(1);
    await page.getByRole('definition').filter({ hasText: '12.12.26' }).waitFor();
  });
});

it('imports a list of rooms, lists the invalid rows, and sets a room on a pin', async () => {
  const rooms = `Rooms ${process.pid}`;
  const [bad, good] = ['bad', 'good'].map((name) => path.join(tmpdir(), `plumbline-rooms-${name}-${process.pid}.csv`));
  await writeFile(bad ?? '', 'ID;Title\n1;Hall\n;Nameless\n');
  await writeFile(good ?? '', `ID;Title\n${Array.from({ length: 500 }, (_, n) => `R${n};Room ${n}`).join('\n')}\n`);
  await asAnna(async (page) => {
    const bring = async (file: string, title: string) => {
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Import dataset' }).click(),
      ]);
      await chooser.setFiles(file);
      await dialog(page).getByRole('textbox', { name: 'Title', exact: true }).fill(title);
      await dialog(page).getByRole('button', { name: 'Import', exact: true }).click();
    };
    await section(page, 'Datasets');
    await bring(bad ?? '', 'Bad rooms');
    await dialog(page).getByText('no ID').first().waitFor();
    await dialog(page).getByRole('button', { name: 'Close' }).click();
    await bring(good ?? '', rooms);
    await dialog(page).getByText('500 records imported').waitFor();
    await dialog(page).getByRole('link', { name: rooms }).click();
    await page.getByRole('searchbox', { name: 'Search records' }).fill('room 499');
    await page.getByText(/^1 record$/u).waitFor();

    await section(page, 'Pins');
    await searchPins(page, 'Socket cover');
    await page.getByText('Socket cover missing').first().click();
    await page.getByText('More details', { exact: true }).click();
    await page.getByRole('button', { name: 'Link record' }).click();
    await dialog(page)
      .getByRole('button', { name: /Dataset/u })
      .click();
    await page.getByRole('option', { name: rooms }).click();
    await dialog(page).getByRole('searchbox').fill('room 499');
    await dialog(page).getByRole('button', { name: /R499/u }).click();
    await page.getByRole('link', { name: /R499\s*Room 499/u }).waitFor();
  });
});

type Trial = { locales: string[]; format: Intl.DateTimeFormatOptions };

/** The languages whose dates or times are wider than their input. Runs in the page. */
function cutIn(input: Element, { locales, format }: Trial): string[] {
  const trial = input.cloneNode(false) as HTMLElement;
  input.replaceWith(trial);
  const cut = locales.filter((locale) => {
    const parts = new Intl.DateTimeFormat(locale, format).formatToParts(new Date(2026, 10, 24, 22, 48));
    trial.replaceChildren(
      ...parts.map(({ type, value }) => {
        const segment = document.createElement('span');
        segment.className = 'ui-date-segment';
        if (type !== 'literal') segment.setAttribute('role', 'spinbutton');
        segment.textContent = value;
        return segment;
      }),
    );
    return trial.scrollWidth > trial.clientWidth;
  });
  trial.replaceWith(input);
  return cut;
}

it('fits a date with time in every language, and saves a level chosen by keyboard once', async () => {
  await asAnna(async (page) => {
    await section(page, 'Settings');
    await page.getByRole('tab', { name: 'Pin fields' }).click();
    for (const [type, title] of [
      ['Date', 'Inspected at'],
      ['Slider', 'Finish'],
    ] as const) {
      await page.getByRole('button', { name: 'Add field' }).first().click();
      await dialog(page).getByRole('radio', { name: type, exact: true }).click();
      await dialog(page).getByLabel('Field title').fill(title);
      if (type === 'Date') await dialog(page).getByText('Include time').click();
      await dialog(page).getByRole('button', { name: 'Add field' }).click();
      await page.getByRole('row', { name: title }).waitFor();
    }

    await section(page, 'Pins');
    await searchPins(page, 'Window handles locked');
    await page.getByText('Window handles locked').first().click();
    const slider = page.getByRole('slider', { name: 'Finish' });
    await slider.focus();
    for (let key = 0; key < 3; key += 1) await page.keyboard.press('ArrowRight');
    await page.getByText('Level 3', { exact: true }).waitFor();
    const date = page.getByRole('group', { name: 'Inspected at' });
    await date.getByRole('spinbutton').first().click();
    await page.keyboard.type('12122026');
    const time = page.getByRole('group', { name: 'Time', exact: true });
    await time.getByRole('spinbutton').first().click();
    await page.keyboard.type('2248');
    await slider.focus();
    const inputs = page.locator('.field-day-time[data-with-time] .ui-date-input');
    const locales = [...LANGUAGES.map((language) => regionalTag(language, [])), 'en-US'];
    for (const width of [1440, 768, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      const dates = { day: '2-digit', month: '2-digit', year: 'numeric' } as const;
      const times = { hour: '2-digit', minute: '2-digit' } as const;
      const cut = {
        dates: await inputs.nth(0).evaluate(cutIn, { locales, format: dates }),
        times: await inputs.nth(1).evaluate(cutIn, { locales, format: times }),
      };
      expect(cut, `at ${width} px`).toEqual({ dates: [], times: [] });
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('tab', { name: 'History' }).click();
    const entries = page.getByRole('listitem').filter({ hasText: 'Finish' });
    await entries.filter({ hasText: 'Level 3' }).first().waitFor();
    await expect.poll(() => entries.count()).toBe(1);
  });
});
