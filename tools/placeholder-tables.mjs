// Checks the tables of placeholders in docs/report-templates.md; `--write` updates them.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withTables } from '../packages/server/src/features/reports/filling/tags/guide.ts';

const file = path.resolve(import.meta.dirname, '../docs/report-templates.md');
const guide = readFileSync(file, 'utf8');
const current = withTables(guide);
if (process.argv.includes('--write')) writeFileSync(file, current);
else if (guide !== current) {
  console.error('docs/report-templates.md is out of date; run node tools/placeholder-tables.mjs --write');
  process.exitCode = 1;
}
