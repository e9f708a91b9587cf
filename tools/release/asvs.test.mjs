// The table of OWASP ASVS 5.0 has every requirement of levels 1 and 2, and every file it names exists.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../launch/project.mjs';

/** The requirements of levels 1 and 2 by section. */
const SECTIONS = {
  1.1: '1 2',
  1.2: '1 2 3 4 5 6 7 8 9',
  1.3: '1 2 3 4 5 6 7 8 9 10 11',
  1.4: '1 2 3',
  1.5: '1 2',
  2.1: '1 2 3',
  2.2: '1 2 3',
  2.3: '1 2 3 4',
  2.4: '1',
  3.2: '1 2',
  3.3: '1 2 3 4',
  3.4: '1 2 3 4 5 6',
  3.5: '1 2 3 4 5',
  3.7: '1 2',
  4.1: '1 2 3',
  4.2: '1',
  4.3: '1 2',
  4.4: '1 2 3 4',
  5.1: '1',
  5.2: '1 2 3',
  5.3: '1 2',
  5.4: '1 2 3',
  6.1: '1 2 3',
  6.2: '1 2 3 4 5 6 7 8 9 10 11 12',
  6.3: '1 2 3 4',
  6.4: '1 2 3 4',
  6.5: '1 2 3 4 5',
  6.6: '1 2 3',
  6.8: '1 2 3 4',
  7.1: '1 2 3',
  7.2: '1 2 3 4',
  7.3: '1 2',
  7.4: '1 2 3 4 5',
  7.5: '1 2',
  7.6: '1 2',
  8.1: '1 2',
  8.2: '1 2 3',
  8.3: '1',
  8.4: '1',
  9.1: '1 2 3',
  9.2: '1 2 3 4',
  10.1: '1 2',
  10.2: '1 2',
  10.3: '1 2 3 4',
  10.4: '1 2 3 4 5 6 7 8 9 10 11',
  10.5: '1 2 3 4 5',
  10.6: '1 2',
  10.7: '1 2 3',
  11.1: '1 2',
  11.2: '1 2 3',
  11.3: '1 2 3',
  11.4: '1 2 3 4',
  11.5: '1',
  11.6: '1',
  12.1: '1 2 3',
  12.2: '1 2',
  12.3: '1 2 3 4',
  13.1: '1',
  13.2: '1 2 3 4 5',
  13.3: '1 2',
  13.4: '1 2 3 4 5',
  14.1: '1 2',
  14.2: '1 2 3 4',
  14.3: '1 2 3',
  15.1: '1 2 3',
  15.2: '1 2 3',
  15.3: '1 2 3 4 5 6 7',
  16.1: '1',
  16.2: '1 2 3 4 5',
  16.3: '1 2 3 4',
  16.4: '1 2 3',
  16.5: '1 2 3',
  17.1: '1',
  17.2: '1 2 3 4',
  17.3: '1 2',
};
const IDS = Object.entries(SECTIONS).flatMap(([section, last]) => last.split(' ').map((one) => `${section}.${one}`));

const text = readFileSync(path.join(ROOT, 'docs/security/asvs.md'), 'utf8');
const rows = [...text.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| ([a-z ]+) \| (.+) \|$/gmu)].map(
  ([, id = '', , status = '', how = '']) => ({ id, status, how }),
);

test('each requirement is listed once, in the order of the standard', () => {
  expect(IDS).toHaveLength(253);
  expect(rows.map(({ id }) => id)).toEqual(IDS);
});

test('each requirement has a status, and one that is not met has a reason, a name and a date', () => {
  for (const { id, status, how } of rows) {
    expect(['met', 'not met', 'not applicable'], id).toContain(status);
    if (status === 'not met') expect(how, id).toMatch(/^.{30,} \(\w[\w ]*, \d{4}-\d{2}-\d{2}\)$/u);
    else expect(how.length, id).toBeGreaterThan(3);
  }
  for (const status of ['met', 'not met', 'not applicable']) {
    const count = rows.filter((row) => row.status === status).length;
    expect(text.slice(0, text.indexOf('\n## ')), status).toMatch(new RegExp(`\\b${count}\\b`, 'u'));
  }
});

test('every listed file exists, and each requirement that is met names a test or a document', () => {
  const unproven = [];
  for (const { id, status, how } of rows) {
    const files = [...how.matchAll(/`([\w./-]+\/[\w./-]+\.\w+)`/gu)].map(([, file = '']) => file);
    for (const file of files) expect(existsSync(path.join(ROOT, file)), `${id}: ${file}`).toBe(true);
    const proven =
      files.some((file) => /\.test\.(?:ts|mjs)$|^docs\/|^tools\//u.test(file)) ||
      /controls\.md|SECURITY\.md/u.test(how);
    if (status === 'met' && !proven) unproven.push(id);
  }
  expect(unproven).toEqual([]);
});
