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

export const projects: Feature = (serve, parts) => {
  const { pool, config, clock } = parts;
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
  serve(setFavourite, ({ session, projectId }, { body }) => markFavourite(parts, session, projectId, body.favourite));

  serve(listImporting, ({ session }, { query }) => readImporting(pool, session, clock.now(), query));

  serve(listFolders, ({ session }, { query }) => readFolders(pool, session, query));
  serve(createProjectFolder, ({ session }, { body }) => makeFolder(parts, session, body));
  serve(renameProjectFolder, ({ session }, { params, body }) =>
    renameFolder(parts, session, params.folderId, body.name),
  );
  serve(deleteProjectFolder, ({ session }, { params }) => deleteFolder(parts, session, params.folderId));
  serve(moveProjects, ({ session }, { body }) => moveAll(parts, session, body));
};
