// The lists, and what the address of the page shows.
(() => {
  const { state, t, byId, date, make, place, address, open, pinName, colourOf, matches, PAGE, TABS } = archive.model;
  const { photos, taskCard, pinPage } = archive.parts;
  const { planPage } = archive.plan;

  /** The matching entries, some at a time. */
  function list(rows, draw, kind = 'list') {
    if (rows.length === 0) return [make('p', { class: 'soft' }, t('ui.nothingFound'))];
    const more = () => {
      state.shown += PAGE;
      show();
    };
    return [
      make(
        'ul',
        { class: kind },
        rows.slice(0, state.shown).map((row) => make('li', {}, draw(row))),
      ),
      rows.length > state.shown
        ? make('button', { type: 'button', onclick: more }, `${state.shown} / ${rows.length} …`)
        : null,
    ];
  }

  const link = (data, tab, id, ...children) =>
    make('a', { class: 'card', href: address(data.id, tab, id) }, ...children);

  const VIEWS = {
    'nav.plans': (data, row) => {
      const plan = data.planById.get(row);
      if (plan) return planPage(data, plan, location.hash.split('/')[3]);
      const folder = (one) =>
        data.planById.has(one.parentId)
          ? `${folder(data.planById.get(one.parentId))}${data.planById.get(one.parentId).name} / `
          : '';
      const inOrder = new Intl.Collator(state.language, { numeric: true });
      const plans = data.plan
        .filter((one) => one.type === 'Plan' && one.active && matches(one.name, one.sheetNumber))
        .map((one) => ({ one, words: [folder(one), one.sheetNumber, one.name] }))
        .sort((a, b) => a.words.map((word, at) => inOrder.compare(word, b.words[at])).find(Boolean) ?? 0)
        .map(({ one }) => one);
      return list(plans, (one) =>
        link(
          data,
          'nav.plans',
          one.id,
          make('strong', {}, [one.sheetNumber, one.name].filter(Boolean).join(' · ')),
          make('span', { class: 'soft' }, `${folder(one)}${t('nav.pins')}: ${(data.pinsOf.get(one.id) ?? []).length}`),
        ),
      );
    },
    'nav.pins': (data, row) => {
      const pin = data.pinById.get(row);
      if (pin) return pinPage(data, pin);
      const pins = data.pin
        .filter((one) =>
          matches(pinName(one), one.notes, one.tags.join(' '), data.category.get(one.categoryId)?.title ?? ''),
        )
        .sort((a, b) => (a.number ?? 0) - (b.number ?? 0));
      return list(pins, (one) =>
        link(
          data,
          'nav.pins',
          one.id,
          make('strong', {}, make('span', { class: 'dot', style: `background:${colourOf(data, one)}` }), pinName(one)),
          make(
            'span',
            { class: 'soft' },
            [
              t(`pin.status.${one.status}`),
              data.category.get(one.categoryId)?.title,
              data.planById.get(one.planId)?.name,
            ]
              .filter(Boolean)
              .join(' · '),
          ),
        ),
      );
    },
    'nav.tasks': (data) =>
      list(
        data.task
          .filter((one) =>
            matches(one.title, one.description, data.person(one.assigneeId), one.companyName, `#${one.number}`),
          )
          .sort((a, b) => (a.number ?? 0) - (b.number ?? 0)),
        (one) => taskCard(data, one),
      ),
    'media.photos': (data) => {
      const posts = data.post.filter(
        (one) =>
          one.active &&
          matches(
            one.caption,
            data.person(one.createdBy),
            pinName(data.pinById.get(one.pinId) ?? { number: null, title: '' }),
          ),
      );
      return list(posts, (one) =>
        make(
          'div',
          { class: 'card' },
          photos(data, [one]),
          data.pinById.has(one.pinId)
            ? make('a', { href: address(data.id, 'nav.pins', one.pinId) }, pinName(data.pinById.get(one.pinId)))
            : null,
        ),
      );
    },
    'people.members': (data) =>
      list(
        [...data.member, ...data.contact].filter((one) =>
          matches(one.firstName, one.lastName, one.email, one.companyName),
        ),
        (one) =>
          make(
            'div',
            { class: 'card' },
            make('strong', {}, `${one.firstName} ${one.lastName}`.trim()),
            make('span', { class: 'soft' }, [one.companyName, one.craft, one.email].filter(Boolean).join(' · ')),
          ),
      ),
    'pin.tab.history': async (data, row) => archive.history.page(data, row, list),
  };

  // ---- the page ----

  let turn = 0;
  async function show() {
    const mine = ++turn;
    const { project, tab, row } = place();
    const main = byId('main');
    document.documentElement.lang = state.language;
    byId('search').placeholder = t('shell.search');
    byId('search').setAttribute('aria-label', t('shell.search'));
    byId('print').textContent = t('export.printNow');
    archive.verification.show();
    byId('source').textContent =
      `${state.manifest.organisation.name} · ${state.manifest.createdBy.name} · ${date(state.manifest.createdAt)}`;
    byId('tabs').replaceChildren(
      ...TABS.map((one) =>
        make(
          'a',
          { class: 'card', href: address(project, one), 'aria-current': one === tab ? 'page' : undefined },
          t(one),
        ),
      ),
    );
    try {
      const data = await open(project);
      const content = await (VIEWS[tab] ?? VIEWS['nav.plans'])(data, row);
      if (mine !== turn) return;
      document.title = data.project[0]?.title ?? '';
      byId('title').textContent = document.title;
      byId('project').value = project;
      main.replaceChildren(...content.filter(Boolean));
    } catch (error) {
      main.replaceChildren(make('p', {}, String(error.message ?? error)));
    }
  }

  function start() {
    const { manifest } = state;
    state.files = new Map(manifest.files.map((file) => [file.id, file]));
    const own = navigator.languages.map((one) => one.slice(0, 2)).find((one) => one in state.texts);
    state.language = own ?? manifest.language;
    byId('project').replaceChildren(...manifest.projects.map((one) => make('option', { value: one.id }, one.title)));
    byId('project').hidden = manifest.projects.length < 2;
    byId('project').setAttribute('aria-label', t('nav.projects'));
    byId('language').replaceChildren(
      ...Object.keys(state.texts).map((one) =>
        make(
          'option',
          { value: one, selected: one === state.language },
          new Intl.DisplayNames(one, { type: 'language' }).of(one),
        ),
      ),
    );
    byId('project').addEventListener('change', (event) => (location.hash = address(event.target.value, place().tab)));
    byId('language').addEventListener('change', (event) => {
      state.language = event.target.value;
      show();
    });
    byId('search').addEventListener('input', (event) => {
      state.search = event.target.value;
      state.shown = PAGE;
      const { project, tab, row } = place();
      if (row) location.hash = address(project, tab);
      else show();
    });
    byId('print').addEventListener('click', () => print());
    addEventListener('hashchange', () => {
      state.shown = PAGE;
      show();
    });
    show();
  }

  archive.manifest = (manifest) => {
    state.manifest = manifest;
    start();
  };
})();
