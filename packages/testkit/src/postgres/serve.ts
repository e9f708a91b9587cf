// Runs a PostgreSQL below the given folder until its stdin closes; prints the connection details as one line of JSON.
import path from 'node:path';
import { makeTemplateCluster, startCluster } from './cluster.ts';
import type { SharedPostgres } from './shared.ts';

const [, , folder] = process.argv;
if (!folder) throw new Error('pass a folder');
const templateFolder = path.join(folder, 'template');
await makeTemplateCluster(templateFolder);
const cluster = await startCluster(path.join(folder, 'shared'), { templateFolder });
const server: SharedPostgres = { url: cluster.url, rootUrl: cluster.rootUrl, templateFolder };
console.log(JSON.stringify(server));
process.stdin.resume();
process.stdin.once('end', () => void cluster.stop());
