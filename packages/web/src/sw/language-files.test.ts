import { expect, test } from 'vitest';
import { filesOfLanguagesIn } from './language-files.ts';

const NEW = { bg: ['/assets/bg-new1.js', '/assets/bg-new2.js'], de: ['/assets/de-new.js'] };

test('an update installs all files of a language of which the device has one, and of no other', () => {
  expect(filesOfLanguagesIn(['/', '/assets/index-old.js', '/assets/bg-old.js'], NEW)).toEqual(NEW.bg);
});

test('a device that uses English, or has no version yet, installs no further language', () => {
  expect(filesOfLanguagesIn(['/assets/en-old.js', '/assets/bgraph-old.js'], NEW)).toEqual([]);
  expect(filesOfLanguagesIn([], NEW)).toEqual([]);
});
