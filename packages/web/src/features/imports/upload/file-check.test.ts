// Which files are accepted as plans by name, and the messages for those that are not.

import { PLAN_TYPES } from '@plumbline/core/features/imports/file-types';
import english from '@plumbline/locales/messages/en.json' with { type: 'json' };
import { createTranslator } from '@plumbline/locales/translate';
import { expect, test } from 'vitest';
import { UPLOAD_LIMITS } from '../../../shared/media/upload-limits.ts';
import { DRAWING_FILES, fileProblem, MODEL_FILES, problemText } from './file-check.ts';

test.each([
  ['Ground floor.PDF', undefined],
  ['scan.tiff', undefined],
  ['house.ifczip', undefined],
  ['site.avif', undefined],
  ['floor.dwg', 'import.cadFile'],
  ['floor.DXF', 'import.cadFile'],
  ['house.rvt', 'import.cadFile'],
  ['plans.zip', 'import.archiveFile'],
  ['IMG_0001.HEIC', undefined],
  ['remarks.bcfzip', 'import.issuesFile'],
  ['house.ifcXML', 'import.otherIfcFile'],
  ['notes.docx', 'import.wrongFile'],
  ['pdf', 'import.wrongFile'],
])('%s: %s', (name, problem) => {
  expect(fileProblem({ name, size: 10 })).toBe(problem);
});

test('an empty file and one that is too large are rejected before upload', () => {
  expect(fileProblem({ name: 'a.pdf', size: 0 })).toBe('import.emptyFile');
  expect(fileProblem({ name: 'a.pdf', size: UPLOAD_LIMITS.plan + 1 })).toBe('import.tooLarge');
});

test('every accepted type is offered by the file dialog, accepted by its extension and listed in the error', () => {
  const t = createTranslator('en', english);
  const words = problemText(t, 'import.wrongFile', { name: 'notes.docx' });
  for (const { name, extensions } of PLAN_TYPES) {
    expect(words).toContain(name);
    for (const extension of extensions) {
      expect([...DRAWING_FILES, ...MODEL_FILES]).toContain(`.${extension}`);
      expect(fileProblem({ name: `A.${extension.toUpperCase()}`, size: 10 })).toBeUndefined();
    }
  }
  expect(words).toContain('TIFF');
});
