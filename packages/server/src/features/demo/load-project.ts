// Loads the project of a site with its members, teams, categories and fields.
import { EMPTY_SETTINGS } from '@plumbline/core/site/rows/projects';
import { createSite } from '../../db/tx/pg-store.ts';
import { actorOf, categoryId, DEMO_PROJECT, demoId, projectIdOf } from './ids.ts';
import { act, dayOf, type Loading, servicesAt, unlessDone } from './loading.ts';
import type { DemoSite } from './manifest.ts';

export const FOLDER = demoId('folder overview');

const memberId = (site: DemoSite, person: string): string =>
  demoId(projectIdOf(site) === DEMO_PROJECT ? `member ${person}` : `member ${site.key} ${person}`);

export async function loadProject(loading: Loading): Promise<void> {
  const { people } = loading.pack;
  const { members, teams, categories, fields, project, folder } = loading.site;
  const { created, owner, assistant, start, end, ...content } = project;
  const projectId = projectIdOf(loading.site);
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
        assistantId: assistant === null ? null : demoId(assistant),
        active: true,
        createdBy: demoId(owner),
        createdAt: tx.now(),
      });
      for (const { person, role } of members) {
        const known = people.find(({ key }) => key === person);
        if (!known) throw new TypeError(`the demo has no person named ${person}`);
        const { firstName, lastName, email, company: companyName, craft } = known;
        tx.put('member', {
          ...{ id: memberId(loading.site, person), projectId, userId: demoId(person) },
          ...{ firstName, lastName, email, phone: '', companyName, craft, role },
          state: 'active',
        });
      }
      for (const { key, title, company: companyName, craft, role, people: inTeam } of teams) {
        tx.put('team', {
          ...{ id: demoId(`team ${key}`), projectId, title, purpose: '', companyName, craft, role },
          memberIds: inTeam.map(demoId),
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
  if (folder !== null)
    await act(loading, owner, created, 'folder.create', { id: FOLDER, name: folder, parentId: null });
}
