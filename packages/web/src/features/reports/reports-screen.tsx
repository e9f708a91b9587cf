// The reports of a project. Not drawn yet.
export function ReportsScreen(_props: { projectId: string }) {
  return null;
}
