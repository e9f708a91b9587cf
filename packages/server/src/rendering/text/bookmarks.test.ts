// Bookmarks name the pages they lead to; those above others, and a loop among them, are no obstacle.
import { expect, test } from 'vitest';
import { inspectInProcess } from '../in-process.ts';
import { testFolder } from '../testing/folder.ts';
import { assemble } from '../testing/pdf-fixture.ts';

const folder = testFolder();

const item = (title: string, parent: number, links: string) => `<< /Title (${title}) /Parent ${parent} 0 R ${links} >>`;
const to = (page: number) => `/Dest [${page} 0 R /Fit]`;

/** Two empty pages: "A-101 First floor" leads to the first by a destination, "A-102 Roof" to the second by an action. */
const pdf = (last: string) =>
  assemble([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 5 0 R >>',
    '<< /Type /Pages /Count 2 /Kids [3 0 R 4 0 R] /MediaBox [0 0 600 400] >>',
    '<< /Type /Page /Parent 2 0 R >>',
    '<< /Type /Page /Parent 2 0 R >>',
    '<< /Type /Outlines /First 6 0 R /Last 6 0 R /Count 3 >>',
    item('B-900 Architecture', 5, `${to(3)} /First 7 0 R /Last 8 0 R /Count 2`),
    item('A-101 First floor', 6, `${to(3)} /Next 8 0 R`),
    item('A-102 - Roof', 6, `/A << /S /GoTo /D [4 0 R /Fit] >> ${last}`),
  ]);

test.each([
  ['a tree', '/Prev 7 0 R'],
  ['a tree that leads back to its first bookmark', '/Next 7 0 R'],
])('sheets are named by the bookmarks of %s', async (_name, last) => {
  const path = await folder.put('set.pdf', pdf(last));
  const { pages } = await inspectInProcess(path, 'set.pdf');
  expect(pages).toMatchObject([
    { sheetNumber: 'A-101', title: 'First floor' },
    { sheetNumber: 'A-102', title: 'Roof' },
  ]);
});
