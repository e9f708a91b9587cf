import { expect, test } from 'vitest';
import { pastedLine, pastedText } from './pasted-text.ts';
import { line, text } from './text.ts';

const accepted = (schema: ReturnType<typeof line>, value: string) => schema.safeParse(value).data;

test.each([
  ['Tür 7', 'Tür 7'],
  ['  Tür 7 ', 'Tür 7'],
  ['باب ٧', 'باب ٧'],
  ['', undefined],
  ['   ', undefined],
  ['x'.repeat(40), 'x'.repeat(40)],
  ['x'.repeat(41), undefined],
  ['a\nb', undefined],
  ['a\tb', undefined],
  ['a\u0000b', undefined],
  ['a\u001bb', undefined],
  ['a\u007fb', undefined],
  ['\ud800', undefined],
])('a required line of up to 40 characters takes %j as %j', (value, kept) => {
  expect(accepted(line(40, 1), value)).toBe(kept);
});

test.each([
  ['a\nb\tc', 'a\nb\tc'],
  ['', ''],
  ['a\u000bb', undefined],
])('an optional text takes %j as %j', (value, kept) => {
  expect(accepted(text(40), value)).toBe(kept);
});

test.each([
  ['Lindenhof\r\nWest wing', 'Lindenhof West wing', 'Lindenhof\nWest wing'],
  ['Lindenhof \n\n\tWest', 'Lindenhof West', 'Lindenhof \n\n\tWest'],
  ['a\u2028b\u000bc', 'a b c', 'a\u2028bc'],
  ['a\u0000\u001b\u007fb', 'ab', 'ab'],
  ['\ud800a', '\ufffda', '\ufffda'],
  ['plain', 'plain', 'plain'],
])('pasting %j gives the line %j and the text %j, which are accepted', (pasted, asLine, asText) => {
  expect([pastedLine(pasted), pastedText(pasted)]).toEqual([asLine, asText]);
  expect([accepted(line(40), asLine), accepted(text(40), asText)]).toEqual([asLine, asText]);
});
