// The plans of a project. Not drawn yet.
export function PlansScreen(_props: { projectId: string }) {
  return null;
}
