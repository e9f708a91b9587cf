// Defaults of a new project: two rating scales and three pin categories, in the language of the project.

import type { CategoryRow, ProjectRow } from '@plumbline/core/site/rows/projects';
import type { PinColour } from '@plumbline/core/site/values/pin-colours';
import { textsIn } from '../../http/texts.ts';

export function defaultRatings(language: string): ProjectRow['ratings'] {
  const text = textsIn(language);
  const levels = [
    text('newProject.level.1'),
    text('newProject.level.2'),
    text('newProject.level.3'),
    text('newProject.level.4'),
    text('newProject.level.5'),
  ];
  return [
    { id: 'costs', title: text('newProject.rating.costs'), levels },
    { id: 'priority', title: text('newProject.rating.priority'), levels },
  ];
}

const CATEGORIES = [
  ['newProject.category.defect', 'Red'],
  ['newProject.category.openWork', 'Orange'],
  ['newProject.category.note', 'Blue'],
] as const;

export function defaultCategories(projectId: string, language: string, newId: () => string): CategoryRow[] {
  const text = textsIn(language);
  return CATEGORIES.map(([key, colour], sort) => ({
    id: newId(),
    projectId,
    title: text(key),
    colour: colour satisfies PinColour,
    active: true,
    sort,
  }));
}
