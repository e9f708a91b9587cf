// Loads the project of the demo with its members, teams, categories and fields.
import { EMPTY_SETTINGS } from '@plumbline/core/site/rows/projects';
import { createSite } from '../../db/tx/pg-store.ts';
import { actorOf, categoryId, DEMO_PROJECT, demoId } from './ids.ts';
import { act, dayOf, type Loading, servicesAt, unlessDone } from './loading.ts';

export const FOLDER = demoId('folder overview');

export async function loadProject(loading: Loading): Promise<void> {
  const { people, teams, categories, fields, project } = loading.pack;
  const { created, owner, assistant, start, end, ...content } = project;
  const projectId = DEMO_PROJECT;
  await unlessDone(() =>
    createSite(servicesAt(loading, created), actorOf(owner), projectId, async ({ tx }) => {
      tx.put('project', {
        id: projectId,
        projectId,
        ...EMPTY_SETTINGS,
        ...content,
        start: dayOf(loading, start),
        end: dayOf(loading, end),
        ownerId: demoId(owner),
        assistantId: demoId(assistant),
        active: true,
        createdBy: demoId(owner),
        createdAt: tx.now(),
      });
      for (const { key, firstName, lastName, email, company: companyName, craft, role } of people) {
        tx.put('member', {
          ...{ id: demoId(`member ${key}`), projectId, userId: demoId(key) },
          ...{ firstName, lastName, email, companyName, craft, role },
          state: 'active',
        });
      }
      for (const { key, title, company: companyName, craft, role, people: members } of teams) {
        tx.put('team', {
          ...{ id: demoId(`team ${key}`), projectId, title, purpose: '', companyName, craft, role },
          memberIds: members.map(demoId),
          active: true,
        });
      }
      categories.forEach(({ key, title, colour }, sort) => {
        tx.put('category', { id: categoryId(key), projectId, title, colour, active: true, sort });
      });
      fields.forEach(({ key, title, format, categories: used }, sort) => {
        const categoryIds = used.map(categoryId);
        tx.put('field', { id: demoId(`field ${key}`), projectId, title, format, categoryIds, active: true, sort });
      });
    }),
  );
  await act(loading, owner, created, 'folder.create', { id: FOLDER, name: loading.pack.folder, parentId: null });
}
