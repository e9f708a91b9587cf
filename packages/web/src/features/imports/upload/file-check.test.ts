// Which files are accepted as plans by name, and the messages for those that are not.

import { expect, test } from 'vitest';
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';
import { fileProblem } from './file-check.ts';

test.each([
  ['Ground floor.PDF', undefined],
  ['scan.tiff', undefined],
  ['house.ifczip', undefined],
  ['floor.dwg', 'import.cadFile'],
  ['floor.DXF', 'import.cadFile'],
  ['house.rvt', 'import.cadFile'],
  ['plans.zip', 'import.archiveFile'],
  ['IMG_0001.HEIC', 'import.heicFile'],
  ['remarks.bcfzip', 'import.issuesFile'],
  ['notes.docx', 'import.wrongFile'],
  ['pdf', 'import.wrongFile'],
])('%s: %s', (name, problem) => {
  expect(fileProblem({ name, size: 10 })).toBe(problem);
});

test('an empty file and one that is too large are rejected before upload', () => {
  expect(fileProblem({ name: 'a.pdf', size: 0 })).toBe('import.emptyFile');
  expect(fileProblem({ name: 'a.pdf', size: UPLOAD_LIMITS.plan + 1 })).toBe('import.tooLarge');
});
