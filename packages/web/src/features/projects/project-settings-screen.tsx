// The details of a project, for its administrators.
export function ProjectSettingsScreen({ projectId }: { projectId: string }) {
  return <p>{projectId}</p>;
}
