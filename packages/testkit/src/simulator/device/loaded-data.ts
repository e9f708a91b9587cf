// The data of a device that has pulled its projects completely.

import type { Entity } from '@plumbline/core/site/entities';
import { newDevice } from '@plumbline/core/sync/client/edits';
import type { AnyRow, ProjectState } from '@plumbline/core/sync/client/store';
import { freshView, markAt, type ServerState } from '../memory-server.ts';
import { type DeviceData, emptyData } from './memory-device.ts';

export async function loadedData(
  state: ServerState,
  projects: readonly string[],
  userId: string,
  deviceId: string,
): Promise<DeviceData> {
  const data = emptyData();
  const rows = new Map([...data.rows].map(([entity, table]) => [entity, new Map<string, AnyRow>(table)]));
  const states = new Map<string, ProjectState>();
  for (const projectId of projects) {
    const view = await freshView(state, projectId, userId);
    if (!view) continue;
    for (const [key, row] of view.rows) rows.get(key.split(' ')[0] as Entity)?.set(row.id, row);
    const site = state.sites.get(projectId);
    const cursor = site?.head ?? 0;
    const mark = site ? markAt(site, cursor) : '';
    states.set(projectId, { projectId, cursor, mark, scope: view.scope, load: null, loader: null, gone: false });
  }
  const device = { ...newDevice({ userId, newId: () => deviceId }), timeline: state.timeline };
  return { ...data, device, projects: states, rows };
}
