// Rows that an `INSERT … SELECT` writes to a project.

/**
 * Where such a statement reads: `rows`, such as a record set, and as `l` the log of project `$2` of organisation `$1`. The
 * organisation is selected from the log: if organisations are spread over several servers, the statement is sent as a whole
 * to the one that has it.
 */
export const inProject = (rows?: string): string =>
  `FROM project_log l ${rows ? `CROSS JOIN ${rows} ` : ''}WHERE l.organisation_id = $1 AND l.project_id = $2`;
