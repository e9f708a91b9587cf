import { expect, test } from 'vitest';
import { editableTexts, withTexts } from './editable-texts.ts';

const input = {
  id: '0b8e6f3e-1d8a-4a53-9f0f-2f8a6f6d9a11',
  set: { title: 'Crack', tags: ['wet'], notes: '' },
  comment: { id: 'x', text: 'See photo' },
  files: [{ name: 'a.jpg' }],
};

test('titles, notes and comments can be changed; ids, tags and file names cannot', () => {
  expect(editableTexts(input).map(({ path, text }) => [path.join('.'), text])).toEqual([
    ['set.title', 'Crack'],
    ['set.notes', ''],
    ['comment.text', 'See photo'],
  ]);
});

test('the changed input differs in these texts only', () => {
  const [title] = editableTexts(input);
  if (!title) throw new Error('no text');
  expect(withTexts(input, [{ ...title, text: 'Long crack' }])).toEqual({
    ...input,
    set: { ...input.set, title: 'Long crack' },
  });
  expect(input.set.title).toBe('Crack');
});
