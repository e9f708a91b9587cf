// The command that archives all projects now.
import { stdout } from 'node:process';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { ConfigError } from '../../config/variables.ts';
import { migrate } from '../../db/migrate.ts';
import { archiveAll } from '../../features/archives/scheduled/jobs.ts';
import { buildServices } from '../services.ts';
import { withInstallation } from './installation.ts';

export async function archive(args: string[]): Promise<number> {
  parseArgs({ args, options: {} });
  return withInstallation({}, async ({ config, pool }) => {
    if (!config.archive)
      throw new ConfigError(['No place for archives is set: set ARCHIVE_FOLDER or ARCHIVE_S3_ENDPOINT.']);
    await migrate(pool);
    const { projects, written, failures } = await archiveAll(
      buildServices(config, { pool, log: pino({ level: 'silent' }) }),
      config.archive,
    );
    stdout.write(
      `${projects} projects, ${written} of them archived, ${projects - written - failures.length} unchanged\n`,
    );
    for (const failure of failures) process.stderr.write(`not archived: ${failure}\n`);
    return failures.length === 0 ? 0 : 1;
  });
}
