// Every kind of entry is a sentence that names its pin where the language puts it.
import { ACTIVITY_KINDS } from '@plumbline/core/features/dashboard/activity';
import type { ActivityEntry } from '@plumbline/core/features/dashboard/contract';
import type { Catalog } from '@plumbline/locales/catalog';
import { LANGUAGES, type Language } from '@plumbline/locales/languages';
import { createTranslator } from '@plumbline/locales/translate';
import { describe, expect, test } from 'vitest';
import { activityText, LINKED, linkedSubjects } from './activity-text.ts';

const CATALOGS = import.meta.glob<Catalog>('../../../../locales/messages/*.json', { eager: true, import: 'default' });
const translator = (language: Language) =>
  createTranslator(language, CATALOGS[`../../../../locales/messages/${language}.json`] ?? {});
const ELIF = 'elif';
const personOf = (id: string) => (id === ELIF ? 'Elif Aydın' : undefined);
const entry = (set: Partial<ActivityEntry>): ActivityEntry => ({
  ...{ position: 1, at: '2026-11-23T09:00:00.000Z', kind: 'pinSet', actorId: 'anna', actorName: 'Anna Berger' },
  ...{ pin: null, task: { id: 't', number: 3, title: '' }, text: '', from: null, to: null, files: [], fields: [] },
  ...set,
});
const textOf = (language: Language, set: Partial<ActivityEntry>) =>
  activityText(translator(language), entry(set), LINKED, personOf).replace(LINKED, '#61 Joint');

test('the sentence contains the pin, followed by the changed fields', () => {
  const change: Partial<ActivityEntry> = { kind: 'pinChanged', fields: ['title', 'room'] };
  expect(textOf('en', change)).toBe('Anna Berger changed #61 Joint: title and room');
  expect(textOf('de', change)).toBe('Anna Berger hat #61 Joint geändert: Titel und Raum');
});

test('an assignee is shown by name if known, and a due date, status or role by its label', () => {
  expect(textOf('en', { kind: 'taskGiven', to: ELIF })).toBe('Anna Berger assigned task 3 on #61 Joint to Elif Aydın');
  expect(textOf('en', { kind: 'taskGiven', to: 'else' })).toBe('Anna Berger created task 3 on #61 Joint');
  expect(textOf('en', { kind: 'taskHanded', to: ELIF })).toMatch(/reassigned task 3 .+ to Elif/u);
  expect(textOf('en', { kind: 'taskHanded', to: 'else' })).toBe('Anna Berger reassigned task 3 on #61 Joint');
  expect(textOf('en', { kind: 'taskHanded', to: null })).toMatch(/unassigned task 3/u);
  expect(textOf('en', { kind: 'taskDue', to: '2026-12-04' })).toMatch(/to Dec 4, 2026$/u);
  expect(textOf('en', { kind: 'taskDue', to: null })).toMatch(/removed the due date/u);
  expect(textOf('en', { kind: 'taskStatus', from: 'open', to: 'done' })).toMatch(/from Open to Done$/u);
  expect(textOf('en', { kind: 'memberChanged', text: 'Ben', to: 'contributor' })).toMatch(/Ben to Contributor$/u);
});

/** Kinds about plans, people, teams and the project. */
const WITHOUT_PIN = /^(?:plan|folder|revision|member|team|project|category|field)/u;

describe.each(LANGUAGES)('%s', (language) => {
  test('every activity about a pin mentions it, and no text ends with a colon', () => {
    const t = translator(language);
    for (const kind of ACTIVITY_KINDS) {
      for (const to of [null, ELIF]) {
        if (kind === (to === null ? 'memberChanged' : 'taskDue')) continue;
        const sentence = activityText(t, entry({ kind, text: 'Roof', to }), LINKED, personOf);
        expect(sentence.includes(LINKED), `${kind}: ${sentence}`).toBe(!WITHOUT_PIN.test(kind));
        expect(sentence).not.toMatch(/:\s*$/u);
      }
    }
  });
});

test('a few pins are all linked, and of many pins some are linked and the rest are counted', () => {
  const t = translator('en');
  expect(linkedSubjects(t, 1)).toEqual({ text: LINKED, links: 1 });
  expect(linkedSubjects(t, 5).links).toBe(5);
  const many = linkedSubjects(t, 40);
  expect(many).toMatchObject({ links: 4 });
  expect(many.text.split(LINKED)).toHaveLength(5);
  expect(many.text).toMatch(/and 36 more$/u);
});
