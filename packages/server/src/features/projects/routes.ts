// Projects over HTTP.
import {
  copyProject,
  createProject,
  getProject,
  joinProject,
  leaveProject,
  listImporting,
  listProjects,
  setFavourite,
  updateProject,
} from '@plumbline/core/features/projects/contract';
import {
  createProjectFolder,
  deleteProjectFolder,
  listFolders,
  moveProjects,
  renameProjectFolder,
} from '@plumbline/core/features/projects/folders-contract';
import type { Feature } from '../../http/feature.ts';
import { signedMediaUrl } from '../media/links.ts';
import { duplicateProject } from './copy.ts';
import { deleteFolder, makeFolder, markFavourite, moveAll, renameFolder } from './folders.ts';
import { readProject, readProjects } from './read.ts';
import { readFolders } from './read-folders.ts';
import { readImporting } from './read-importing.ts';
import { changeProject, enterProject, makeProject, quitProject } from './write.ts';

export const projects: Feature = (serve, services) => {
  const { pool, config, clock } = services;
  serve(listProjects, ({ session }, { query }) => {
    const link = { audience: session.sessionId, now: clock.now() };
    return readProjects(
      pool,
      session,
      query,
      (blobId, isPicture) => signedMediaUrl(config, blobId, isPicture ? 'preview' : 'original', link).url,
    );
  });
  serve(getProject, ({ session, projectId }) => readProject(pool, session, projectId));
  serve(createProject, async ({ session }, { body }) => {
    await makeProject(services, session, body);
    return readProject(pool, session, body.id);
  });
  serve(updateProject, async ({ session, projectId }, { body }) => {
    await changeProject(services, session, projectId, body);
    return readProject(pool, session, projectId);
  });
  serve(copyProject, async ({ session, projectId }, { body }) => {
    await duplicateProject(services, session, projectId, body);
    return readProject(pool, session, body.id);
  });
  serve(leaveProject, ({ session, projectId }) => quitProject(services, session, projectId));
  serve(joinProject, async ({ session }, { params, body }) => {
    await enterProject(services, session, params.projectId, body.id);
    return readProject(pool, session, params.projectId);
  });
  serve(setFavourite, ({ session, projectId }, { body }) =>
    markFavourite(services, session, projectId, body.favourite),
  );

  serve(listImporting, ({ session }, { query }) => readImporting(pool, session, clock.now(), query));

  serve(listFolders, ({ session }, { query }) => readFolders(pool, session, query));
  serve(createProjectFolder, ({ session }, { body }) => makeFolder(services, session, body));
  serve(renameProjectFolder, ({ session }, { params, body }) =>
    renameFolder(services, session, params.folderId, body.name),
  );
  serve(deleteProjectFolder, ({ session }, { params }) => deleteFolder(services, session, params.folderId));
  serve(moveProjects, ({ session }, { body }) => moveAll(services, session, body));
};
