// As whom the database runs: as ourselves, or, PostgreSQL refusing root, as an unprivileged user who may have to be let
// through folders that only root can enter.
import { type SpawnOptions, spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';

/** How to run a program as the account: what to put before its arguments, and with which rights. */
export type Account = {
  /** Undefined where it is ourselves. */
  name?: string;
  uid: number;
  gid: number;
  command(program: string, args: readonly string[]): { file: string; args: string[]; options: SpawnOptions };
};

/** The environment is left behind: nothing in it is the database's business. */
const ENVIRONMENT = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' };
const OPTIONS: SpawnOptions = { cwd: '/', env: ENVIRONMENT };

type User = { name: string; uid: number; gid: number };

function users(): User[] {
  const lines = readFileSync('/etc/passwd', 'utf8').trim().split('\n');
  return lines.flatMap((line) => {
    const [name = '', , uid = '', gid = ''] = line.split(':');
    return uid === '' ? [] : [{ name, uid: Number(uid), gid: Number(gid) }];
  });
}

/** The owner of the first of `folders` that belongs to somebody else than root, else a user made for such work. */
function unprivileged(folders: readonly string[]): User {
  const known = users().filter(({ uid }) => uid !== 0);
  for (const folder of folders) {
    const stats = statSync(folder, { throwIfNoEntry: false });
    const owner = known.find(({ uid }) => uid === stats?.uid);
    if (owner) return owner;
  }
  for (const name of ['plumbline', 'postgres', 'nobody']) {
    const user = known.find((candidate) => candidate.name === name);
    if (user) return user;
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is no user plumbline, postgres or nobody to run it as. Make one, start as an ordinary user, or set DATABASE_URL.',
  );
}

/** By its own rights first; then seeing through closed folders; then also running files only root may run. */
const CAPABILITIES = [undefined, 'dac_read_search', 'dac_override'] as const;

function actingAs({ name, uid, gid }: User, capability: string | undefined): Account {
  if (capability === undefined) {
    return { name, uid, gid, command: (file, args) => ({ file, args: [...args], options: { ...OPTIONS, uid, gid } }) };
  }
  const caps = [`--inh-caps=+${capability}`, `--ambient-caps=+${capability}`];
  const before = [`--reuid=${uid}`, `--regid=${gid}`, '--clear-groups', ...caps, '--'];
  return {
    name,
    uid,
    gid,
    command: (program, args) => ({ file: 'setpriv', args: [...before, program, ...args], options: OPTIONS }),
  };
}

/**
 * Chooses the account. `folder` is where the database will write and already belongs to the account it answers with.
 * Throws with what to do when nobody can run `program` there.
 */
export function chooseAccount(program: string, folder: string, give: (user: User) => void, folders: string[]): Account {
  const uid = process.getuid?.() ?? 0;
  if (uid !== 0) {
    return {
      uid,
      gid: process.getgid?.() ?? uid,
      command: (file, args) => ({ file, args: [...args], options: OPTIONS }),
    };
  }
  const user = unprivileged(folders);
  give(user);
  for (const capability of CAPABILITIES) {
    const account = actingAs(user, capability);
    const reach = account.command('/bin/sh', ['-c', '"$0" --version >/dev/null && test -w "$1"', program, folder]);
    if (spawnSync(reach.file, reach.args, { ...reach.options, stdio: 'ignore' } as object).status === 0) return account;
  }
  throw new Error(
    `PostgreSQL does not run as root, and the user ${user.name} cannot reach ${folder} or ${program}. Move the program and its data out of root's own folder (for instance to /opt and /var/lib/plumbline), start as an ordinary user, or set DATABASE_URL.`,
  );
}
