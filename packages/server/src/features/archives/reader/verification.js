// Verifies the archive in the browser: the person chooses its folder, because a page opened from the disk may not read
// other files.
archive.verification = (() => {
  const { t, filled, byId, make } = archive.model;
  /** Shown again in another language; undefined before the first check. */
  let result;

  const hexOf = (digest) => Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');

  function sourceOf(list) {
    // The first part of a path is the chosen folder.
    const files = new Map([...list].map((file) => [file.webkitRelativePath.split('/').slice(1).join('/'), file]));
    const bytes = async (path) => {
      const file = files.get(path);
      if (!file) throw new Error(filled('archive.problem.missing', { name: path }));
      return file.arrayBuffer();
    };
    const hash = async (path) => hexOf(await crypto.subtle.digest('SHA-256', await bytes(path)));
    return { paths: [...files.keys()], bytes, hash };
  }

  function lines({ error, problems, files, changes, days, keys, signatures }) {
    if (error !== undefined) return [[error]];
    return [
      ...problems.map((one) => [filled(`archive.problem.${one.kind}`, one), 'bad']),
      ...(problems.length === 0 ? [[filled('archive.verified', { files, changes, days }), 'good']] : []),
      ...keys.map((key) => [filled('archive.signedBy', { key })]),
      ...(signatures ? [] : [[t('archive.noSignatures')]]),
    ];
  }

  function show() {
    byId('verify').textContent = t('archive.verify');
    byId('verify').title = t('archive.verifyFolder');
    // Phones have no folders to choose from.
    byId('verify').hidden = !('webkitdirectory' in byId('folder'));
    byId('verification').hidden = result === undefined;
    byId('verification').replaceChildren(
      ...(result ? lines(result).map(([line, kind]) => make('p', { class: kind }, line)) : []),
    );
  }

  async function check(list) {
    result = { error: '…' };
    show();
    result = await archiveVerifier
      .verify(sourceOf(list), crypto.subtle)
      .catch((error) => ({ error: String(error.message ?? error) }));
    show();
    byId('verification').scrollIntoView({ block: 'nearest' });
  }

  byId('verify').addEventListener('click', () => byId('folder').click());
  byId('folder').addEventListener('change', (event) => {
    if (event.target.files.length > 0) check(event.target.files);
    event.target.value = '';
  });
  return { show };
})();
