// Verifies an unpacked archive without any other program: that no file was changed, added or removed since it was made,
// and that the history of each project is complete and unaltered. Run `node verify.js [folder]`, with Node 18 or newer,
// or open index.html and choose "Verify archive".
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
globalThis.archiveVerifier = (() => {
  const encoder = new TextEncoder();
  const hex = (bytes) => Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const fromHex = (text) => Uint8Array.from(text.match(/../gu) ?? [], (pair) => Number.parseInt(pair, 16));

  function canonicalJson(value) {
    if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
    if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
    const entries = Object.entries(value).filter(([, one]) => one !== undefined);
    entries.sort(([a], [b]) => (a < b ? -1 : 1));
    return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalJson(one)}`).join(',')}}`;
  }

  async function linkOf(subtle, before, text) {
    const own = encoder.encode(text);
    const both = new Uint8Array(before.length + own.length);
    both.set(before);
    both.set(own, before.length);
    return new Uint8Array(await subtle.digest('SHA-256', both));
  }

  /** The position of the first change that does not match, and how many could not be read. */
  async function checkHistory(subtle, { organisationId, projectId }, changes, end) {
    let link = new Uint8Array();
    let withheld = 0;
    for (const { chain, ...change } of changes) {
      if (change.entity === undefined) withheld += 1;
      else if (hex(await linkOf(subtle, link, canonicalJson({ organisationId, projectId, ...change }))) !== chain)
        return { brokenAt: change.position, withheld };
      link = fromHex(chain);
    }
    return { brokenAt: hex(link) === end ? undefined : changes.length + 1, withheld };
  }

  /** The days whose signature is not valid, or whose link is not that of the history. */
  async function checkHeads(subtle, project, changes, heads) {
    const wrong = [];
    let at = 0;
    let link = '';
    for (const head of heads) {
      const { day, position, chain, publicKey, signature } = head;
      for (; at < changes.length && changes[at].position <= position; at += 1) link = changes[at].chain;
      const key = await subtle.importKey('raw', fromHex(publicKey), 'Ed25519', false, ['verify']);
      const text = encoder.encode(textOfHead(project, head));
      if (link !== chain || !(await subtle.verify('Ed25519', key, fromHex(signature), text))) wrong.push(day);
    }
    return wrong;
  }

  const textOfHead = ({ organisationId, projectId }, { day, position, chain, signedAt }) =>
    ['plumbline-history-head-1', organisationId, projectId, day, position, chain, signedAt, ''].join('\n');

  /**
   * The days whose time stamp is of something else than their signed text. Whether the authority signed it is for
   * `openssl ts -verify`.
   */
  async function checkStamps(subtle, source, project, heads) {
    const wrong = [];
    const stamped = heads.filter(({ day }) => source.paths.includes(`projects/${project.projectId}/heads/${day}.tsr`));
    for (const head of stamped) {
      const text = encoder.encode(textOfHead(project, head));
      const base = `projects/${project.projectId}/heads/${head.day}`;
      const isSame = hex(new Uint8Array(await source.bytes(`${base}.txt`))) === hex(text);
      const hash = hex(new Uint8Array(await subtle.digest('SHA-256', text)));
      const response = hex(new Uint8Array(await source.bytes(`${base}.tsr`)));
      if (!isSame || !response.includes(hash)) wrong.push(head.day);
    }
    return { wrong, stamps: stamped.length };
  }

  /** A browser without Ed25519 cannot check signatures. */
  const canCheckSignatures = (subtle) =>
    subtle.importKey('raw', new Uint8Array(32), 'Ed25519', false, ['verify']).then(
      () => true,
      () => false,
    );

  /**
   * `source` has the `paths` of the files, and reads their `bytes` or their `hash` in hexadecimal. Problems have a kind,
   * the name of a file or project, and the place in its history.
   */
  async function verify(source, subtle) {
    const text = async (path) => new TextDecoder().decode(await source.bytes(path));
    const problems = [];
    const stated = new Map();
    for (const line of (await text('hashes.txt')).split('\n').filter(Boolean)) {
      const [hash, ...path] = line.split('  ');
      stated.set(path.join('  '), hash);
    }
    for (const path of source.paths.filter((one) => one !== 'hashes.txt')) {
      const hash = stated.get(path);
      if (hash === undefined) problems.push({ kind: 'added', name: path });
      else if (hash !== (await source.hash(path))) problems.push({ kind: 'changed', name: path });
    }
    const there = new Set(source.paths);
    for (const path of stated.keys()) if (!there.has(path)) problems.push({ kind: 'missing', name: path });

    const manifest = JSON.parse(await text('archive.json'));
    const signatures = await canCheckSignatures(subtle);
    const found = { files: stated.size, changes: 0, withheld: 0, days: 0, stamps: 0, keys: new Set(), signatures };
    for (const { id, title: name, history } of manifest.projects) {
      const changes = JSON.parse(await text(`projects/${id}/history.json`));
      const project = { organisationId: manifest.organisation.id, projectId: id };
      const { brokenAt, withheld } = await checkHistory(subtle, project, changes, history.chain);
      const at = brokenAt ?? (changes.length === history.changes ? undefined : changes.length + 1);
      if (at !== undefined) problems.push({ kind: 'history', name, at });
      // Archives of earlier versions have none.
      const path = `projects/${id}/head.json`;
      const heads = signatures && there.has(path) ? JSON.parse(await text(path)) : [];
      for (const day of await checkHeads(subtle, project, changes, heads))
        problems.push({ kind: 'head', name, at: day });
      const { wrong, stamps } = await checkStamps(subtle, source, project, heads);
      for (const day of wrong) problems.push({ kind: 'head', name, at: day });
      for (const { publicKey } of heads) found.keys.add(publicKey);
      found.stamps += stamps;
      found.changes += changes.length;
      found.withheld += withheld;
      found.days += heads.length;
    }
    return { ...found, keys: [...found.keys], problems };
  }

  const SENTENCES = {
    added: ({ name }) => `${name} was added`,
    changed: ({ name }) => `${name} was changed`,
    missing: ({ name }) => `${name} is missing`,
    history: ({ name, at }) => `${name}: the history was altered at change ${at}`,
    head: ({ name, at }) => `${name}: the signed history of ${at} was altered`,
  };

  /** In Node: the problems of the archive in this folder as sentences, and what was checked. */
  async function verifyFolder(folder) {
    const [{ createHash, webcrypto }, { createReadStream }, { readdir, readFile }, { join, relative, sep }] =
      await Promise.all(['crypto', 'fs', 'fs/promises', 'path'].map((name) => import(`node:${name}`)));
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const pathOf = (entry) =>
      relative(folder, join(entry.parentPath ?? entry.path, entry.name))
        .split(sep)
        .join('/');
    const source = {
      paths: entries.filter((entry) => entry.isFile()).map(pathOf),
      bytes: (path) => readFile(join(folder, path)),
      async hash(path) {
        const hash = createHash('sha256');
        for await (const piece of createReadStream(join(folder, path))) hash.update(piece);
        return hash.digest('hex');
      },
    };
    const { problems, files, changes, withheld, days, stamps, keys } = await verify(source, webcrypto.subtle);
    const checked = [`${files} files`, `${changes} changes`];
    if (withheld > 0) checked.push(`${withheld} changes that are not readable`);
    if (stamps > 0) checked.push(`time stamps: ${stamps} (check their signatures with openssl ts -verify)`);
    checked.push(`${days} signed days`, ...keys.map((key) => `signed by the key ${key}`));
    return { problems: problems.map((one) => SENTENCES[one.kind](one)), checked };
  }

  return { verify, verifyFolder };
})();

if (typeof process !== 'undefined' && /[\\/]verify\.js$/u.test(process.argv[1] ?? '')) {
  globalThis.archiveVerifier.verifyFolder(process.argv[2] ?? '.').then(
    ({ problems, checked }) => {
      for (const problem of problems) console.log(problem);
      console.log(problems.length === 0 ? `verified: ${checked.join('; ')}` : `${problems.length} problems found`);
      process.exitCode = problems.length === 0 ? 0 : 1;
    },
    (error) => {
      console.log(`This is not the folder of an archive: ${error.message}`);
      process.exitCode = 1;
    },
  );
}
