// Tests the rule for references on real architects' drawings.
import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { readMarks, resolveMarks, sheetIndex } from '@plumbline/core/features/plans/sheet-references';
import { describe, expect, it } from 'vitest';
import { openPage, openPdf } from '../../rendering/engines/pdf/document.ts';
import { wordsOf } from '../../rendering/engines/pdf/page-words.ts';

const SET = join(import.meta.dirname, '../../../../../../shared/samples/plans-sheetset-pdf');

async function marksOn(path: string) {
  const document = await openPdf(path, 'inspecting');
  const page = openPage(document, 1, 'inspecting');
  const read = readMarks(wordsOf(page));
  page.close();
  document.close();
  return read;
}

describe.skipIf(!existsSync(SET))('a set of sheets (skipped without the sample files)', () => {
  it('every section marker resolves to its sheet, with the detail from its circle', async () => {
    const named = (await readdir(SET)).map((file) => {
      const [sheetNumber = '', ...name] = file.replace('.pdf', '').split('_');
      return { id: sheetNumber, sheetNumber, name: name.join(' ') };
    });
    const sections = ['A-301', 'A-302', 'A-303', 'A-304', 'A-305'].map((id) => ({ id, sheetNumber: id, name: id }));
    for (const [own, least] of [
      ['A-101', 10],
      ['A-102', 20],
      ['A-201', 8],
    ] as const) {
      const file = (await readdir(SET)).find((name) => name.startsWith(own)) ?? '';
      const { marks } = await marksOn(join(SET, file));
      const found = resolveMarks(marks, sheetIndex([...named, ...sections], own));
      expect(found.length).toBeGreaterThanOrEqual(least);
      expect(found.every(({ planIds: [first] }) => first?.startsWith('A-30'))).toBe(true);
      const withDetail = found.filter(({ detail }) => /^\d$/u.test(detail));
      expect(withDetail.length / found.length).toBeGreaterThan(0.9);
    }
  });

  it('a view is found on its sheet by number and scale', async () => {
    const { details } = await marksOn(join(SET, 'A-101_First-Floor.pdf'));
    expect(details.map(({ detail }) => detail)).toContain('2');
  });
});
