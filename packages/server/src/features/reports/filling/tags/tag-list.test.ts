import { describe, expect, test } from 'vitest';
import { wordsIn } from '../../content/report-texts.ts';
import { fullReport } from '../../fixtures/report.ts';
import { sampleTemplate } from '../../templates/sample.ts';
import { checkTemplate } from './check-template.ts';
import { EXPLANATIONS } from './explanations.ts';
import { GRAMMAR } from './grammar.ts';
import { placeholderGroups } from './tag-list.ts';

const examples = { data: fullReport(), timeZone: 'Europe/Vienna', fields: ['Trade', 'Say "no"'], ratings: ['Costs'] };

test('every placeholder has an explanation, and there are no others', () => {
  for (const [scope, tags] of Object.entries(GRAMMAR))
    expect(Object.keys(EXPLANATIONS[scope as keyof typeof EXPLANATIONS]).sort(), scope).toEqual(
      Object.keys(tags).sort(),
    );
});

test('placeholders are listed with values of the project, in its formats', () => {
  const groups = placeholderGroups(wordsIn('de'), examples);
  const found = (id: string, tag: string) =>
    groups.find((group) => group.id === id)?.placeholders.find((one) => one.tag === tag);
  expect(found('report', '{report.date}')).toMatchObject({ title: 'Datum', example: '02.03.2026' });
  expect(found('counts', '{count.pins.open}')).toMatchObject({ title: 'Pins: Offen', example: '1' });
  expect(found('lists', '{#pins}{/pins}')).toMatchObject({ kind: 'list', example: '2 Einträge' });
  expect(found('pin', '{pin.title}')).toMatchObject({ kind: 'text', example: 'Crack in the plaster' });
  expect(found('pin', '{pin.field [title: "Trade"]}')).toMatchObject({ example: 'Painter' });
  expect(found('pin', '{pin.rating [title: "Costs"]}')).toMatchObject({ example: 'low (2/5)' });
  expect(found('pin', '{#photoRows [columns: 2]}{/photoRows}')).toMatchObject({ fileTypes: ['docx'] });
  expect(found('task', '{task.dueDate}')).toMatchObject({ example: '30.03.2026' });
  expect(found('comment', '{comment.text}')).toMatchObject({ example: 'By Friday, please.' });
  expect(groups.find(({ id }) => id === 'task')?.lists).toEqual(['{#tasks}']);
  // Quotes cannot be written inside a placeholder.
  expect(groups.flatMap(({ placeholders }) => placeholders).filter(({ tag }) => tag.includes('Say'))).toEqual([]);
});

test('a field without a title in the project is listed once', () => {
  const pin = placeholderGroups(wordsIn('en')).find(({ id }) => id === 'pin');
  expect(pin?.placeholders.filter(({ tag }) => tag.startsWith('{pin.field'))).toMatchObject([
    { tag: '{pin.field [title: "…"]}', example: '' },
  ]);
});

describe('sample templates', () => {
  test.each(['docx', 'xlsx'] as const)('as %s have no problems', async (fileType) => {
    expect(await checkTemplate(await sampleTemplate(fileType, wordsIn('de')))).toMatchObject({
      ok: true,
      problems: [],
      type: fileType,
    });
  });
});
