// Verifies an unpacked archive without any other program: that no file was changed, added or removed since it was made,
// and that the history of each project is complete and unaltered. Run `node verify.mjs [folder]`; needs Node 18 or newer.
//
// hashes.txt has one line per file, `<SHA-256 in hexadecimal>  <path>`, as `sha256sum --check` reads it.
//
// history.json lists the changes of a project in order. The link of a change is
//   SHA-256( link of the change before it ‖ canonical JSON of { organisationId, projectId, and the change without `chain` } )
// where the first change follows an empty link, and canonical JSON has sorted keys and no spaces. The end of the chain is
// in archive.json. Of changes that the exporting person may not see, only the link is given: the chain continues from it.
//
// head.json has the signed ends of the history: the installation signs the link of the last change up to a position,
// on each day with changes, by Ed25519 over the lines
//   plumbline-history-head-1 ¶ organisation ¶ project ¶ day ¶ position ¶ link in hexadecimal ¶ signedAt ¶
// Compare the key with that of the installation: /api/archives/key.
import { createHash, createPublicKey, verify as isSigned } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

function canonicalJson(value) {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`;
}

async function hashOf(path) {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece);
  return hash.digest('hex');
}

/** The position of the first change that does not match, and how many could not be read. */
export function checkHistory({ organisationId, projectId }, changes, end) {
  let link = Buffer.alloc(0);
  let withheld = 0;
  for (const { chain, ...change } of changes) {
    const stated = Buffer.from(chain, 'hex');
    if (change.entity === undefined) withheld += 1;
    else {
      const text = canonicalJson({ organisationId, projectId, ...change });
      if (!createHash('sha256').update(link).update(text).digest().equals(stated))
        return { brokenAt: change.position, withheld };
    }
    link = stated;
  }
  return { brokenAt: link.toString('hex') === end ? undefined : 'the end', withheld };
}

/** A public Ed25519 key in its standard form is this and its 32 bytes. */
const SPKI = Buffer.from('302a300506032b6570032100', 'hex');

/** The days whose signature is not valid, or whose link is not that of the history. */
export function checkHeads({ organisationId, projectId }, changes, heads) {
  const wrong = [];
  let at = 0;
  let link = '';
  for (const { day, position, chain, signedAt, publicKey, signature } of heads) {
    while (at < changes.length && changes[at].position <= position) {
      link = changes[at].chain;
      at += 1;
    }
    const lines = ['plumbline-history-head-1', organisationId, projectId, day, position, chain, signedAt];
    const der = Buffer.concat([SPKI, Buffer.from(publicKey, 'hex')]);
    const key = createPublicKey({ key: der, format: 'der', type: 'spki' });
    const signed = isSigned(null, Buffer.from(`${lines.join('\n')}\n`), key, Buffer.from(signature, 'hex'));
    if (!signed || link !== chain) wrong.push(day);
  }
  return wrong;
}

/** Problems found in the archive in this folder, each as a sentence, and what was checked. */
export async function verify(folder) {
  const problems = [];
  const stated = new Map();
  for (const line of (await readFile(join(folder, 'hashes.txt'), 'utf8')).split('\n').filter(Boolean)) {
    const [hash, ...path] = line.split('  ');
    stated.set(path.join('  '), hash);
  }
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const present = entries
    .filter((entry) => entry.isFile())
    .map((entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/'),
    );
  for (const path of present.filter((path) => path !== 'hashes.txt')) {
    const hash = stated.get(path);
    if (hash === undefined) problems.push(`${path} was added`);
    else if (hash !== (await hashOf(join(folder, path)))) problems.push(`${path} was changed`);
  }
  const there = new Set(present);
  for (const path of stated.keys()) if (!there.has(path)) problems.push(`${path} is missing`);

  const manifest = JSON.parse(await readFile(join(folder, 'archive.json'), 'utf8'));
  const checked = [`${stated.size} files`];
  const keys = new Set();
  for (const { id, title, history } of manifest.projects) {
    const changes = JSON.parse(await readFile(join(folder, 'projects', id, 'history.json'), 'utf8'));
    const place = { organisationId: manifest.organisation.id, projectId: id };
    const { brokenAt, withheld } = checkHistory(place, changes, history.chain);
    if (changes.length !== history.changes)
      problems.push(`${title}: ${history.changes} changes expected, ${changes.length} found`);
    if (brokenAt !== undefined) problems.push(`${title}: the history was altered at change ${brokenAt}`);
    // Archives of earlier versions have none.
    const heads = there.has(`projects/${id}/head.json`)
      ? JSON.parse(await readFile(join(folder, 'projects', id, 'head.json'), 'utf8'))
      : [];
    for (const day of checkHeads(place, changes, heads))
      problems.push(`${title}: the signed history of ${day} was altered`);
    for (const { publicKey } of heads) keys.add(publicKey);
    checked.push(
      `${changes.length} changes of ${title}${withheld > 0 ? `, ${withheld} of them not readable` : ''}, ${heads.length} days signed`,
    );
  }
  for (const key of keys) checked.push(`signed by the key ${key}`);
  return { problems, checked };
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const { problems, checked } = await verify(process.argv[2] ?? '.');
  for (const problem of problems) console.log(problem);
  console.log(problems.length === 0 ? `verified: ${checked.join('; ')}` : `${problems.length} problems found`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
