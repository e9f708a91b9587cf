// Exports the project list to a file.
import { useT } from '../../ui/translation.tsx';
import { ListExport } from '../exports/list-export.tsx';
import type { ProjectView } from './project-view.ts';

type ProjectsExportProps = { view: ProjectView; folderId: string | null; search: string };

export function ProjectsExport({ view, folderId, search }: ProjectsExportProps) {
  const t = useT();
  const query = new URLSearchParams({
    state: view.state,
    whose: view.whose,
    // Only this device knows which projects it stores.
    sort: view.sort === 'offlineOnline' ? 'lastModified' : view.sort,
    reverse: String(view.reverse),
    ...(search === '' ? { folder: folderId ?? 'root' } : { search }),
  });
  return <ListExport title={t('nav.projects')} path="/api/projects-api/exports/projects" query={query} />;
}
