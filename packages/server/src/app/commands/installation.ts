// Opens the database of the installation for a command.
import type { Pool } from 'pg';
import { type Config, readConfig } from '../../config/config.ts';
import { joinEmbeddedPostgres, startEmbeddedPostgres } from '../../db/embedded.ts';
import { openPool } from '../../db/pool.ts';

const quiet = { info() {}, warn() {}, error: (text: unknown) => process.stderr.write(`${String(text)}\n`) };

export type Installation = { config: Config; pool: Pool };

/** With `alone`, the embedded database must not be in use by the running program. */
export async function withInstallation<T>(
  { alone = false }: { alone?: boolean },
  work: (installation: Installation) => Promise<T>,
): Promise<T> {
  const config = readConfig();
  const open = alone ? startEmbeddedPostgres : joinEmbeddedPostgres;
  const embedded =
    config.database.kind === 'embedded'
      ? await open({ dataDir: config.dataDir, log: quiet, archive: Boolean(config.backup?.continuousDays) })
      : undefined;
  const pool = openPool(config.database.kind === 'server' ? config.database.url : (embedded?.url ?? ''), quiet, 4);
  try {
    return await work({ config, pool });
  } finally {
    await pool.end();
    await embedded?.stop();
  }
}
