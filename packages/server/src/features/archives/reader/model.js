// Shows an archive in a browser, from the disk and without a server. Scripts bring the data: `archive.js` first, then the
// parts of a project when it is opened. Everything shown is set as text, never as markup.
globalThis.archive = (() => {
  const PAGE = 200;
  const state = {
    texts: {},
    colours: {},
    /** How the history names fields and rows. */
    rules: { labels: {}, references: {}, nouns: {} },
    manifest: undefined,
    projects: new Map(),
    language: 'en',
    search: '',
    shown: PAGE,
  };
  const TABS = ['nav.plans', 'nav.pins', 'nav.tasks', 'media.photos', 'people.members', 'pin.tab.history'];

  const t = (key) => state.texts[state.language]?.[key] ?? state.texts.en?.[key] ?? key;
  const filled = (key, values) => t(key).replaceAll(/\{(\w+)\}/gu, (_, name) => String(values[name]));
  const byId = (id) => document.getElementById(id);
  const date = (instant) =>
    new Intl.DateTimeFormat(state.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(instant));
  const day = (text) =>
    new Intl.DateTimeFormat(state.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(text));

  /** An element with attributes, listeners (`on…`) and children; null and undefined children are left out. */
  function make(tag, attributes = {}, ...children) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (name.startsWith('on')) element.addEventListener(name.slice(2), value);
      else if (value !== undefined && value !== false) element.setAttribute(name, value === true ? '' : value);
    }
    element.append(...children.flat().filter((child) => child !== null && child !== undefined));
    return element;
  }

  function facts(pairs) {
    const rows = pairs.filter(([, value]) => value !== '' && value !== null && value !== undefined);
    return make(
      'dl',
      { class: 'facts' },
      rows.flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]),
    );
  }

  // ---- where we are: #<project>/<tab>/<row> ----

  function place() {
    const [project, tab, row] = location.hash.slice(1).split('/').map(decodeURIComponent);
    const known = state.manifest.projects.some((one) => one.id === project);
    return { project: known ? project : state.manifest.projects[0]?.id, tab: tab || TABS[0], row };
  }

  const address = (project, tab, row) => `#${[project, tab, row].filter(Boolean).map(encodeURIComponent).join('/')}`;

  // ---- data ----

  /** Loads a part of a project once; the script calls `archive.rows`. */
  function load(projectId, part) {
    const parts = state.projects.get(projectId) ?? new Map();
    state.projects.set(projectId, parts);
    const known = parts.get(part);
    if (known) return known;
    const loading = new Promise((resolve, reject) => {
      const script = make('script', { src: `projects/${projectId}/${part}.js` });
      script.onload = () => resolve(parts.get(`${part}:rows`) ?? []);
      script.onerror = () => reject(new Error(part));
      document.head.append(script);
    });
    parts.set(part, loading);
    return loading;
  }

  const SHOWN = [
    'project',
    'member',
    'contact',
    'team',
    'category',
    'field',
    'plan',
    'revision',
    'pin',
    'task',
    'post',
    'comment',
  ];

  async function open(projectId) {
    const parts = state.manifest.projects.find((one) => one.id === projectId).parts;
    const lists = await Promise.all(SHOWN.map((part) => (part in parts ? load(projectId, part) : [])));
    const data = Object.fromEntries(SHOWN.map((part, at) => [part, lists[at]]));
    const people = new Map();
    for (const one of data.member) people.set(one.userId, nameOf(one));
    for (const one of data.contact) people.set(one.contactId, nameOf(one));
    for (const one of data.team) people.set(one.id, one.title);
    const group = (list, key) => Map.groupBy(list, (one) => one[key]);
    return {
      ...data,
      lists: data,
      id: projectId,
      person: (id) => (id === null ? '' : (people.get(id) ?? '')),
      category: new Map(data.category.map((one) => [one.id, one])),
      tasksOf: group(data.task, 'pinId'),
      postsOf: group(
        data.post.filter((one) => one.active),
        'pinId',
      ),
      commentsOf: group(data.comment, 'pinId'),
      pinsOf: group(data.pin, 'planId'),
      pinById: new Map(data.pin.map((one) => [one.id, one])),
      planById: new Map(data.plan.map((one) => [one.id, one])),
      taskById: new Map(data.task.map((one) => [one.id, one])),
      revisionById: new Map(data.revision.map((one) => [one.id, one])),
    };
  }

  const fileOf = (blobId) => state.files.get(blobId);
  const pinName = (pin) => `#${pin.number ?? '–'} ${pin.title}`.trim();
  const nameOf = (person) =>
    `${person.firstName} ${person.lastName}`.trim() || person.email || person.companyName || '';
  const colourOf = (data, pin) => state.colours[data.category.get(pin.categoryId)?.colour] ?? '#5c6675';
  const matches = (...texts) => {
    const words = state.search.toLowerCase().split(/\s+/u).filter(Boolean);
    const text = texts.join('\n').toLowerCase();
    return words.every((word) => text.includes(word));
  };

  function value(field, given) {
    const { format } = field;
    if (Array.isArray(given)) return given.join(', ');
    switch (format.type) {
      case 'NUMBER':
        return `${new Intl.NumberFormat(state.language, { minimumFractionDigits: format.scale }).format(given)} ${format.suffix}`.trim();
      case 'CURRENCY':
        return new Intl.NumberFormat(state.language, { style: 'currency', currency: format.currency }).format(given);
      case 'PERCENTAGE':
        return `${new Intl.NumberFormat(state.language).format(given)} %`;
      case 'TIME':
        return `${Math.floor(given / 60)}:${String(given % 60).padStart(2, '0')}`;
      case 'DATE':
        return format.time ? String(given).replace('T', ' ') : day(given);
      case 'SLIDER':
        return given === 0 ? '' : (format.levels[given - 1] ?? String(given));
      default:
        return String(given);
    }
  }

  return {
    texts: (texts) => {
      state.texts = texts;
    },
    colours: (colours) => {
      state.colours = colours;
    },
    rules: (rules) => {
      state.rules = rules;
    },
    rows: (projectId, part, rows) => state.projects.get(projectId)?.set(`${part}:rows`, rows),
    model: {
      state,
      t,
      filled,
      byId,
      date,
      day,
      make,
      facts,
      place,
      address,
      load,
      open,
      fileOf,
      pinName,
      nameOf,
      colourOf,
      matches,
      value,
      TABS,
      PAGE,
    },
  };
})();
