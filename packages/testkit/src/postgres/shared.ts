// The PostgreSQL that all test files of a run share, as the setup passes it on to them.

/** The environment variable that holds it, as JSON. */
const VARIABLE = 'PLUMBLINE_TEST_POSTGRES';

export type SharedPostgres = {
  /** The connection URL of the program's user. */
  url: string;
  /** The connection URL of the superuser. */
  rootUrl: string;
  /** Of a Citus cluster: the superuser's connection URLs of the workers, which have every database too. */
  workerRootUrls?: string[];
  /** A stopped cluster with the template, to be copied for a separate cluster. */
  templateFolder: string;
};

export function sharedPostgres(): SharedPostgres | undefined {
  const text = process.env[VARIABLE];
  return text === undefined ? undefined : (JSON.parse(text) as SharedPostgres);
}

export function shareWithWorkers(server: SharedPostgres | undefined): void {
  if (server === undefined) delete process.env[VARIABLE];
  else process.env[VARIABLE] = JSON.stringify(server);
}
