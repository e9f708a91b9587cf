// `npm run plumbline -- <command>`: administration of an installation.
import { WrongOwner } from '../config/data-folder-owner.ts';
import { ConfigError } from '../config/variables.ts';
import { EmbeddedDatabaseError } from '../db/embedded.ts';
import { SchemaError } from '../db/migrate.ts';
import { BackupError } from '../features/backups/backup-error.ts';
import { UsageError } from './commands/usage-error.ts';

const USAGE = `npm run plumbline -- <command>

  account --email you@example.org --first-name Anna --last-name Berger --organisation "Studio Berger"
      Creates an organisation and its owner. The password is read from the standard input.
  password --email you@example.org [--drop-second-step]
      Replaces a password, read from the standard input, and signs the user out everywhere.
      --drop-second-step also turns off two-step sign-in.
  disable --email you@example.org
  enable --email you@example.org
      Disables an account and signs the user out everywhere, or enables it again.
  open-networks --email owner@example.org
      Removes the allowed networks of the organisations that this person owns, if they shut everyone out.
  backup
      Makes a backup, also while Plumbline is running, and removes those that BACKUP_KEEP does not keep.
  backups
      Lists the backups.
  verify [--backup <id> | --all]
      Decrypts a backup, by default the newest, and checks every file against its hash.
  restore [--backup <id> | --before <time> | --until <time>] [--force]
      Restores a backup, by default the newest, into an empty installation. Stop Plumbline first.
      --before restores the newest backup before a time, --until the state at exactly this time, or the latest one there
      is with --until latest (BACKUP_CONTINUOUS_DAYS).
      --force replaces everything in an installation that is not empty.

  archive
      Archives the projects that have changed since their newest archive, also while Plumbline is running, and removes the
      archives that ARCHIVE_KEEP does not keep.

Settings are environment variables: docs/operate/install.md.`;

type Command = (args: string[]) => Promise<number>;

const ofBackups = () => import('./commands/backups.ts');
const ofPeople = () => import('./commands/people.ts');

/** Each loads its code when it is called: archiving needs most of the program, the others little of it. */
const COMMANDS: Readonly<Record<string, () => Promise<Command>>> = {
  account: async () => (await import('./commands/account.ts')).account,
  password: async () => (await ofPeople()).password,
  disable: async () => (await ofPeople()).disable,
  enable: async () => (await ofPeople()).enable,
  'open-networks': async () => (await ofPeople()).openNetworks,
  backup: async () => (await ofBackups()).backup,
  backups: async () => (await ofBackups()).backups,
  verify: async () => (await ofBackups()).verify,
  restore: async () => (await ofBackups()).restore,
  archive: async () => (await import('./commands/archive.ts')).archive,
};

/** Errors that the operator can resolve: their message is enough. */
const EXPECTED = [ConfigError, WrongOwner, EmbeddedDatabaseError, SchemaError, BackupError];

const isUsageError = (error: unknown): error is Error =>
  error instanceof UsageError ||
  (error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS'));

async function main([name = '', ...args]: string[]): Promise<number> {
  try {
    const load = COMMANDS[name];
    if (!load) throw new UsageError(name === '' ? 'A command is missing.' : `There is no command ${name}.`);
    const command = await load();
    return await command(args);
  } catch (error) {
    if (isUsageError(error)) {
      process.stderr.write(`${error.message}\n\n${USAGE}\n`);
      return 2;
    }
    if (!EXPECTED.some((kind) => error instanceof kind)) throw error;
    process.stderr.write(`${(error as Error).message}\n`);
    return 1;
  }
}

process.exit(await main(process.argv.slice(2)));
