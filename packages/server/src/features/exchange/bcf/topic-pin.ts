// A BCF topic as a pin. Pure; what has no place in a pin stays with the stored topic.

import { cleaned } from '@plumbline/core/features/datasets/table';
import type { RowNote } from '@plumbline/core/features/exchange/contract';
import type { ImportedPin } from '@plumbline/core/features/exchange/imported-pin';
import { enteredDay } from '@plumbline/core/kernel/text';
import { pinStatusOf, taskStatusOf } from '../import/words.ts';
import { attributeOf, child, childrenOf, type Node, textOf } from './tree.ts';

const MAX_TAGS = 50;
const MIN_YEAR = '1900';

const line = (text: string, max: number): string => cleaned(text).replaceAll(/\s+/gu, ' ').slice(0, max).trim();
const paragraphs = (text: string, max: number): string =>
  cleaned(text).replaceAll(/\r\n?/gu, '\n').slice(0, max).trim();

/** An instant of a file; null if it is none. */
export function instantOf(text: string): string | null {
  const at = new Date(/(?:Z|[+-]\d{2}:?\d{2})$/u.test(text) || text === '' ? text : `${text}Z`);
  if (Number.isNaN(at.getTime())) return null;
  const iso = at.toISOString();
  return iso.length === 24 && iso >= MIN_YEAR ? iso : null;
}

export const labelsOf = (topic: Node | undefined): string[] =>
  childrenOf(child(topic, 'Labels'), 'Label').map(({ text }) => text.trim());

/** Tags have no spaces. */
export const tagsOf = (labels: readonly string[]): string[] =>
  [...new Set(labels.map((label) => line(label, 60).replaceAll(/\s+/gu, '-')).filter(Boolean))].slice(0, MAX_TAGS);

export function pinOfTopic(markup: Node, folder: string): { pin: ImportedPin; notes: RowNote[] } {
  const topic = child(markup, 'Topic');
  const notes: RowNote[] = [];
  const title = line(textOf(topic, 'Title'), 200);
  if (title === '') notes.push({ problem: 'title_missing', column: 'Title', value: '' });
  const status = attributeOf(topic, 'TopicStatus').trim();
  if (status !== '' && pinStatusOf(status) === undefined)
    notes.push({ problem: 'status_unknown', column: 'TopicStatus', value: status.slice(0, 80) });
  const assignee = line(textOf(topic, 'AssignedTo'), 254);
  const due = textOf(topic, 'DueDate').slice(0, 10);
  const dueDate = enteredDay.safeParse(due).success ? due : null;
  if (due !== '' && dueDate === null) notes.push({ problem: 'date_invalid', column: 'DueDate', value: due });
  const pin: ImportedPin = {
    ...{ title, notes: paragraphs(textOf(topic, 'Description'), 10_000), topic: folder },
    ...{ category: line(attributeOf(topic, 'TopicType'), 120), status: pinStatusOf(status) ?? 'open' },
    ...{
      tags: tagsOf(labelsOf(topic)),
      plan: '',
      x: null,
      y: null,
      photos: [],
      ratings: {},
      fields: {},
      newFields: {},
    },
    createdAt: instantOf(textOf(topic, 'CreationDate')),
    task:
      assignee === '' && dueDate === null
        ? null
        : {
            title: '',
            description: '',
            status: taskStatusOf(status) ?? 'open',
            assignee,
            dueDate,
            companyName: '',
            craft: '',
          },
  };
  return { pin, notes };
}

export type TopicComment = { guid: string; text: string; at: string | null };

/** The comments with their authors, who are no users here. */
export const commentsOf = (markup: Node): TopicComment[] =>
  childrenOf(child(child(markup, 'Topic'), 'Comments'), 'Comment').flatMap((comment) => {
    const text = paragraphs(textOf(comment, 'Comment'), 9_500);
    const author = line(textOf(comment, 'Author'), 254);
    const said = author === '' ? text : `${author}: ${text}`;
    return text === ''
      ? []
      : [{ guid: attributeOf(comment, 'Guid'), text: said, at: instantOf(textOf(comment, 'Date')) }];
  });
