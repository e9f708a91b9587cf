// Begins a project.
export function NewProjectScreen() {
  return null;
}
