// The built-in templates print a text of the pin once.
import { expect, test } from 'vitest';
import { picture, pin, reportOf, task } from '../fixtures/report.ts';
import { withoutRepeats } from './without-repeats.ts';

const CRACK = { number: 1, title: 'Crack', plan: 'Ground floor' };

function shown(over: Parameters<typeof task>[0]) {
  const data = withoutRepeats(reportOf([pin({ tasks: [task({ pin: CRACK, ...over })] })]));
  expect(data.pins[0]?.tasks).toEqual(data.tasks);
  return data.tasks[0];
}

test('a description that is the title of the pin or of the task is left out', () => {
  expect(shown({ description: 'Crack ' })?.description).toBe('');
  expect(shown({ title: 'Close it', description: 'Close it' })?.description).toBe('');
  expect(shown({ description: 'Crack, then paint' })?.description).toBe('Crack, then paint');
});

test('the title of the pin is left out if its task has the same title and the pin has a number', () => {
  expect(shown({ title: 'Crack' })?.pin).toEqual({ ...CRACK, title: '' });
  expect(shown({ title: 'Crack', pin: { ...CRACK, number: null } })?.pin.title).toBe('Crack');
  expect(shown({ title: 'Close it' })?.pin).toEqual(CRACK);
});

test('a logo is shown in the header or in the footer, not in both', () => {
  const below = (logo: string | null, footerLogo: string) =>
    withoutRepeats(
      reportOf([], {
        project: {
          ...reportOf([]).project,
          logo: logo === null ? null : picture(logo),
          footerLogo: picture(footerLogo),
        },
      }),
    ).project.footerLogo?.id;
  expect(below('a', 'a')).toBeUndefined();
  expect(below('a', 'b')).toBe('b');
  expect(below(null, 'b')).toBe('b');
});
