// Loads the reports of the demo: creates them as a user does; the worker fills them.

import { readActor } from '../../http/project-actor.ts';
import type { Session } from '../../http/session.ts';
import { create } from '../reports/service.ts';
import { actorOf, DEMO_PROJECT, demoId, pinId } from './ids.ts';
import { dayOf, type Loading, unlessDone } from './loading.ts';

export async function loadReports(loading: Loading): Promise<void> {
  const { services, pack } = loading;
  const session: Session = {
    sessionId: demoId('session'),
    ...actorOf(pack.project.owner),
    owner: true,
    admin: true,
    manageUsers: false,
    licensed: true,
    licenceExpired: false,
    language: pack.project.language,
    timeZone: pack.project.timezone,
    way: 'password',
  };
  const actor = await readActor(services.pool, session, DEMO_PROJECT);
  const day = dayOf(loading, 0);
  for (const { key, title, templateId, pins, attendees, weather } of pack.reports) {
    await unlessDone(() =>
      create(
        services,
        { session, actor, projectId: DEMO_PROJECT },
        {
          id: demoId(`report ${key}`),
          title,
          templateId,
          format: 'docx',
          language: pack.project.language,
          pinIds: pins.map(pinId),
          taskIds: [],
          filter: null,
          attendees,
          weather: weather === null ? null : { day, text: weather, low: null, high: null, wind: null, rain: null },
        },
      ),
    );
  }
}
