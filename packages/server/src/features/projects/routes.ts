// Projects over HTTP.
import {
  copyProject,
  createProject,
  getProject,
  joinProject,
  leaveProject,
  listProjects,
  updateProject,
} from '@plumbline/core/features/projects/contract';
import type { Feature } from '../../features.ts';
import { signedMediaUrl } from '../media/links.ts';
import { readProject, readProjects } from './read.ts';
import { changeProject, duplicateProject, enterProject, makeProject, quitProject } from './write.ts';

export const projects: Feature = (serve, parts) => {
  const { pool, config, clock } = parts;
  serve(listProjects, ({ session }, { query }) => {
    const link = { audience: session.sessionId, now: clock.now() };
    return readProjects(pool, session, query, (blobId) => signedMediaUrl(config, blobId, 'original', link).url);
  });
  serve(getProject, ({ session, projectId }) => readProject(pool, session, projectId));
  serve(createProject, async ({ session }, { body }) => {
    await makeProject(parts, session, body);
    return readProject(pool, session, body.id);
  });
  serve(updateProject, async ({ session, projectId }, { body }) => {
    await changeProject(parts, session, projectId, body);
    return readProject(pool, session, projectId);
  });
  serve(copyProject, async ({ session, projectId }, { body }) => {
    await duplicateProject(parts, session, projectId, body);
    return readProject(pool, session, body.id);
  });
  serve(leaveProject, ({ session, projectId }) => quitProject(parts, session, projectId));
  serve(joinProject, async ({ session }, { params, body }) => {
    await enterProject(parts, session, params.projectId, body.id);
    return readProject(pool, session, params.projectId);
  });
};
