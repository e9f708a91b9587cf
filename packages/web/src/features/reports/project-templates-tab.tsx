// The report templates of a project as a tab of its settings.
import { can } from '@plumbline/core/access/capabilities';
import { useProject } from '../../local/use-rows.ts';
import { useActor } from '../pins/actor.ts';
import { TemplatesList } from './templates-list.tsx';

export function ProjectTemplatesTab({ projectId }: { projectId: string }) {
  useProject(projectId);
  const actor = useActor(projectId);
  return <TemplatesList projectId={projectId} mayManage={actor !== undefined && can(actor.role, 'template.manage')} />;
}
