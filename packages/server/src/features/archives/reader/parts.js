// Pins, tasks, photos and comments as elements.
(() => {
  const { t, date, day, make, facts, address, fileOf, pinName, colourOf, value } = archive.model;

  function media(file) {
    const stored = fileOf(file.blobId);
    if (!stored) return make('p', { class: 'soft' }, file.name);
    const kind = file.mime.split('/')[0];
    const link = make('a', { href: stored.path, target: '_blank' }, file.name);
    if (kind === 'image')
      return make(
        'a',
        { href: stored.path, target: '_blank' },
        make('img', { src: stored.path, alt: file.name, loading: 'lazy' }),
      );
    if (kind === 'video')
      return make('figure', {}, make('video', { src: stored.path, controls: true, preload: 'none' }), link);
    if (kind === 'audio')
      return make('figure', {}, make('audio', { src: stored.path, controls: true, preload: 'none' }), link);
    return link;
  }

  const photos = (data, posts) =>
    make(
      'div',
      { class: 'photos' },
      posts.flatMap((post) =>
        post.files.map((file) =>
          make(
            'figure',
            {},
            media(file),
            make(
              'figcaption',
              { class: 'soft' },
              [post.caption, data.person(post.createdBy), date(post.takenAt ?? post.createdAt)]
                .filter(Boolean)
                .join(' · '),
            ),
          ),
        ),
      ),
    );

  const comments = (data, list) =>
    list.map((one) =>
      make(
        'div',
        {},
        make('p', { class: 'soft' }, `${data.person(one.createdBy)} · ${date(one.createdAt)}`),
        make('p', {}, one.text),
        photos(data, [{ ...one, caption: '', files: one.attachments }]),
      ),
    );

  function taskCard(data, task, linked = true) {
    const pin = data.pinById.get(task.pinId);
    return make(
      'section',
      { class: 'card' },
      make('h3', {}, `#${task.number ?? '–'} ${task.title}`.trim()),
      facts([
        [t('task.status'), t(`task.status.${task.status}`)],
        [t('task.assignee'), data.person(task.assigneeId) || task.companyName],
        [t('task.dueDate'), task.dueDate && day(task.dueDate)],
        [t('task.description'), task.description],
        [t('pin.creator'), `${data.person(task.createdBy)} · ${date(task.createdAt)}`],
        [t('pin.one'), linked && pin ? make('a', { href: address(data.id, 'nav.pins', pin.id) }, pinName(pin)) : ''],
      ]),
      photos(
        data,
        (data.postsOf.get(task.pinId) ?? []).filter((post) => post.taskId === task.id),
      ),
      comments(
        data,
        (data.commentsOf.get(task.pinId) ?? []).filter((one) => one.taskId === task.id),
      ),
    );
  }

  function pinPage(data, pin) {
    const plan = data.planById.get(pin.planId);
    const own = (list) => (list ?? []).filter((one) => one.taskId === null);
    return [
      make(
        'section',
        { class: 'card' },
        make('h2', {}, make('span', { class: 'dot', style: `background:${colourOf(data, pin)}` }), pinName(pin)),
        facts([
          [t('pin.status'), t(`pin.status.${pin.status}`)],
          [t('pin.category'), data.category.get(pin.categoryId)?.title ?? ''],
          [t('pin.plan'), plan ? make('a', { href: address(data.id, 'nav.plans', plan.id) }, plan.name) : ''],
          [t('pin.room'), pin.room],
          [t('pin.notes'), pin.notes],
          [t('pin.tags'), pin.tags.join(', ')],
          ...['t1', 't2', 't3'].map((key) => [key.toUpperCase(), pin[key]]),
          ...data.field
            .filter((field) => pin.fields[field.id] !== undefined)
            .map((field) => [field.title, value(field, pin.fields[field.id])]),
          ...data.project
            .flatMap((one) => one.ratings)
            .filter((scale) => pin.ratings[scale.id])
            .map((scale) => [scale.title, scale.levels[pin.ratings[scale.id] - 1] || String(pin.ratings[scale.id])]),
          [t('pin.creator'), `${data.person(pin.createdBy)} · ${date(pin.createdAt)}`],
        ]),
        make('a', { href: address(data.id, 'pin.tab.history', pin.id) }, t('pin.tab.history')),
        photos(data, own(data.postsOf.get(pin.id))),
        comments(data, own(data.commentsOf.get(pin.id))),
      ),
      ...(data.tasksOf.get(pin.id) ?? []).map((task) => taskCard(data, task, false)),
    ];
  }

  archive.parts = { photos, taskCard, pinPage };
})();
