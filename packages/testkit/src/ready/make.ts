// Makes the cluster that test files copy, in the folder that is named.
import { makeReadyCluster } from '../database.ts';

const [, , folder] = process.argv;
if (!folder) throw new Error('name a folder');
await makeReadyCluster(folder);
