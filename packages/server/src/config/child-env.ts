// The environment of child processes: paths of programs, compile cache and scratch folders, but none of our settings
// and secrets.
const NAMES = ['PATH', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot', 'LD_LIBRARY_PATH', 'NODE_COMPILE_CACHE'];

export function childEnvironment(): Record<string, string> {
  return Object.fromEntries(NAMES.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
