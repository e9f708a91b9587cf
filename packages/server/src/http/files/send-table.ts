// Sends a table as a file, written row by row while it is sent: memory use does not depend on its length.
import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { writeCsv } from '../../office/csv-write.ts';
import type { Cell } from '../../office/table-cells.ts';
import { writeTable } from '../../office/xlsx-write.ts';
import { disposition } from './send-file.ts';

export type TableFormat = 'csv' | 'xlsx';

const MEDIA_TYPES: Record<TableFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export type Table = {
  /** The file name without its extension. */
  name: string;
  /** The name of the worksheet. */
  sheet: string;
  /** The header row comes first. */
  rows: AsyncIterable<readonly Cell[]>;
  widths?: readonly number[] | undefined;
  /** Of a CSV: its decimal sign, and the separator that belongs to it. English where nothing else is known. */
  locale?: string | undefined;
};

export async function sendTable(reply: FastifyReply, format: TableFormat, table: Table): Promise<void> {
  const { name, sheet, rows, widths, locale = 'en' } = table;
  const file = format === 'csv' ? writeCsv(rows, locale) : writeTable(sheet, { rows, widths });
  void reply.headers({
    'content-disposition': disposition('attachment', `${name}.${format}`),
    'cache-control': 'private, no-store',
  });
  void reply.type(MEDIA_TYPES[format]);
  await reply.send(Readable.from(file, { objectMode: false }));
}
