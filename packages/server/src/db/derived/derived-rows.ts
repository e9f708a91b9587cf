// Rows that are computed from other rows of a project, written with them: at most one statement per table, or two where
// rows are replaced. They are sent after the rows themselves, in the same transaction.
import type { BufferedTx, Write } from '@plumbline/core/site/buffered-tx';
import type { Statement } from '../statement.ts';
import type { PgRows, ProjectKey } from '../tx/rows.ts';
import { blobReferenceStatements } from './blob-references.ts';
import { pinDueStatements } from './pin-due.ts';
import { pinPeopleStatements } from './pin-people.ts';
import { pinFieldStatements, pinRatingStatements } from './pin-values.ts';
import { searchTextStatements } from './search-text.ts';

/** The statements for these writes, not yet sent; `rows` still reads the rows as they were. */
export async function derivedStatements(
  place: ProjectKey,
  tx: BufferedTx,
  rows: PgRows,
  writes: readonly Write[],
): Promise<Statement[]> {
  return [
    ...pinFieldStatements(place, writes),
    ...pinRatingStatements(place, writes),
    ...pinDueStatements(place, writes),
    ...pinPeopleStatements(place, writes),
    ...blobReferenceStatements(place, writes),
    ...(await searchTextStatements(place, tx, rows, writes)),
  ];
}
