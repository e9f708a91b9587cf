// The first screen: the projects of the user.
export function ProjectsScreen() {
  return null;
}
