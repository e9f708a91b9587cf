// The history of a project, or of one pin with its tasks, photos and comments; newest first.
archive.history = (() => {
  const { state, t, date, make, address, load, pinName, matches } = archive.model;
  const { sentence, differences, pinOf } = archive.historyText;
  /** Kinds of rows that only the history names. */
  const NAMED = ['group', 'savedView', 'model', 'markup'];

  /** The rows of every kind by their ids. */
  async function withRows(data) {
    const { parts } = state.manifest.projects.find((one) => one.id === data.id);
    const more = await Promise.all(NAMED.map((part) => (part in parts ? load(data.id, part) : [])));
    const lists = { ...data.lists, ...Object.fromEntries(NAMED.map((part, at) => [part, more[at]])) };
    const rowsById = new Map(
      Object.entries(lists).map(([part, rows]) => [part, new Map(rows.map((one) => [one.id, one]))]),
    );
    return { ...data, rowsById };
  }

  /** Withheld changes that follow each other, as one entry. */
  function folded(changes) {
    const entries = [];
    for (const change of changes) {
      const last = entries.at(-1);
      if (change.at === undefined && last?.withheld) last.to = change.position;
      else if (change.at === undefined) entries.push({ withheld: true, from: change.position, to: change.position });
      else entries.push(change);
    }
    return entries;
  }

  const found = (data, change) =>
    matches(
      sentence(data, change),
      pinName(pinOf(data, change) ?? { number: null, title: '' }),
      ...differences(data, change).flatMap(({ label, from, to }) => [label, from ?? '', to]),
    );

  const fact = ({ label, from, to }) => [
    make('dt', {}, label),
    make('dd', {}, ...(from === undefined ? [to] : [make('del', {}, from), ' → ', make('ins', {}, to)])),
  ];

  function withheld({ from, to }) {
    const numbers = from === to ? `${from}` : `${to}–${from}`;
    return make('p', { class: 'soft' }, `${numbers} · ${t('archive.withheld')}`);
  }

  function card(data, change) {
    const pin = change.entity === 'pin' ? undefined : pinOf(data, change);
    const own = change.entity === 'pin' ? data.pinById.get(change.entityId) : undefined;
    const words = sentence(data, change);
    const link = (to, text) => make('a', { href: address(data.id, 'nav.pins', to.id) }, text);
    return make(
      'article',
      { class: 'card' },
      make('strong', {}, own ? link(own, words) : words),
      make('span', { class: 'soft' }, `${date(change.at)} · ${change.position}`),
      pin ? link(pin, pinName(pin)) : null,
      make('dl', { class: 'facts' }, differences(data, change).flatMap(fact)),
    );
  }

  async function page(given, pinId, list) {
    const data = await withRows(given);
    const changes = await load(data.id, 'history');
    const entries = folded([...changes].reverse()).filter((one) => {
      if (one.withheld) return state.search === '' && pinId === undefined;
      return (pinId === undefined || pinOf(data, one)?.id === pinId) && found(data, one);
    });
    const pin = data.pinById.get(pinId);
    return [
      pin ? make('h2', {}, make('a', { href: address(data.id, 'nav.pins', pin.id) }, pinName(pin))) : null,
      ...list(entries, (one) => (one.withheld ? withheld(one) : card(data, one)), 'history'),
    ];
  }

  return { page };
})();
