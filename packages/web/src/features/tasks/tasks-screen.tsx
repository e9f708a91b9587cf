// The tasks of a project. Not drawn yet.
export function TasksScreen(_props: { projectId: string; isNew?: boolean | undefined }) {
  return null;
}
