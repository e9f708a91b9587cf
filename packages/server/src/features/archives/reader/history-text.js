// Describes a change in the reader's language, as the history of the program does: who changed what, and which fields from
// what to what. The rules come with the texts.
archive.historyText = (() => {
  const { state, t, filled, day, nameOf, pinName, value } = archive.model;

  const known = (key) => key in (state.texts.en ?? {});
  const isEmpty = (given) =>
    given === null || given === undefined || given === '' || (Array.isArray(given) && given.length === 0);

  /** A noun within a sentence. German has capital letters there. */
  function noun(kind) {
    const word = t(state.rules.nouns[kind] ?? kind);
    return state.language === 'de' ? word : word.toLocaleLowerCase(state.language);
  }

  /** The row as it is now, or as the change left it where it is not in the archive. */
  const rowOf = (data, { entity, entityId, after }) => data.rowsById.get(entity)?.get(entityId) ?? after ?? {};
  const planName = (data, planId) => data.planById.get(planId)?.name ?? '';

  /** The pin that a row is or belongs to. */
  function pinOf(data, change) {
    const { pinId } = rowOf(data, change);
    return data.pinById.get(change.entity === 'pin' ? change.entityId : pinId);
  }

  const NAMES = {
    pin: (_data, row) => pinName({ number: null, title: '', ...row }),
    plan: (_data, row) => [row.sheetNumber, row.name].filter(Boolean).join(' · '),
    member: (_data, row) => nameOf(row),
    contact: (_data, row) => nameOf(row),
    revision: (data, row) => [row.version, planName(data, row.planId)].filter(Boolean).join(' · '),
    model: (data, row) => [row.version, planName(data, row.planId)].filter(Boolean).join(' · '),
    markup: (data, row) => planName(data, row.planId),
  };

  function what(data, change) {
    const { entity } = change;
    const row = rowOf(data, change);
    if (entity === 'task' && row.number)
      return [filled('pin.history.taskNumbered', { number: row.number }), row.title].filter(Boolean).join(' ');
    const kind = entity === 'plan' && row.type === 'Folder' ? 'folder' : entity;
    // Scale and location have the id of their plan.
    if (entity === 'ground') return [noun(kind), planName(data, change.entityId)].filter(Boolean).join(' ');
    return [noun(kind), NAMES[entity]?.(data, row) ?? row.title].filter(Boolean).join(' ');
  }

  function sentence(data, change) {
    const name = change.actorId === null ? t('pin.history.program') : data.person(change.actorId) || '…';
    const key = change.before === null ? 'pin.history.createdWhat' : 'pin.history.changedWhat';
    return filled(key, { name, what: what(data, change) });
  }

  const percent = (given) =>
    typeof given === 'number'
      ? new Intl.NumberFormat(state.language, { style: 'percent', maximumFractionDigits: 1 }).format(given)
      : '';
  const degrees = (given) => new Intl.NumberFormat(state.language, { maximumFractionDigits: 6 }).format(given);
  const fileNames = (files) => files.map(({ name }) => name).join(', ');
  const unit = (count, name) =>
    new Intl.NumberFormat(state.language, { style: 'unit', unit: name, unitDisplay: 'long' }).format(count);
  const display = (type) => (given) => new Intl.DisplayNames(state.language, { type }).of(given) ?? given;
  const text = (prefix) => (given) => (known(`${prefix}.${given}`) ? t(`${prefix}.${given}`) : String(given));
  const numbered = (row) => (row?.number ? `#${row.number}` : undefined);

  const REFERENCES = {
    category: (data, id) => data.category.get(id)?.title,
    plan: (data, id) => data.planById.get(id)?.name,
    revision: (data, id) => data.revisionById.get(id)?.version,
    person: (data, id) => data.person(id),
    pin: (data, id) => numbered(data.pinById.get(id)),
    task: (data, id) => numbered(data.taskById.get(id)),
  };

  const VALUES = {
    role: text('role'),
    state: text('people.state'),
    colour: text('colour'),
    format: ({ type }) => text('field.type')(type),
    language: display('language'),
    country: display('region'),
    dueDate: day,
    date: day,
    start: day,
    end: day,
    reminderDays: (days) => unit(days, 'day'),
    repeat: ({ every, unit: name }) => unit(every, name),
    latitude: degrees,
    longitude: degrees,
    files: fileNames,
    attachments: fileNames,
    records: (records) => records.map(({ title, key }) => title || key).join(', '),
  };

  /** One value of a field in words. */
  function words(data, entity, field, row) {
    const given = row[field];
    if (field === 'x') return [percent(row.x), percent(row.y)].filter(Boolean).join(' · ') || t('pin.history.empty');
    if (isEmpty(given)) return t('pin.history.empty');
    if (typeof given === 'boolean') return t(given ? 'pin.history.yes' : 'pin.history.no');
    if (field === 'status') return text(`${entity}.status`)(given);
    const named = REFERENCES[state.rules.references[field]];
    if (named)
      return [given]
        .flat()
        .map((id) => named(data, id) || '…')
        .join(', ');
    if (VALUES[field]) return VALUES[field](given);
    if (Array.isArray(given)) return given.map(String).join(', ');
    return typeof given === 'object' ? Object.values(given).map(String).join(' · ') : String(given);
  }

  /** Entries of a field that holds values by ids, where they differ. */
  function inner(before, after, label, show) {
    const [from, to] = [before ?? {}, after ?? {}];
    const shown = (id, given) => (given === undefined ? t('pin.history.empty') : show(id, given));
    return [...new Set([...Object.keys(from), ...Object.keys(to)])]
      .filter((id) => JSON.stringify(from[id]) !== JSON.stringify(to[id]))
      .map((id) => ({ label: label(id), from: shown(id, from[id]), to: shown(id, to[id]) }));
  }

  function scaleTitle(scale) {
    const key = `pin.rating.${scale?.title.toLowerCase()}`;
    return known(key) ? t(key) : (scale?.title ?? t('pin.ratings'));
  }

  /** Fields of a pin that hold values by the ids of scales and of custom fields. */
  function valuesById(data, { entity, before, after }) {
    if (entity !== 'pin') return [];
    const scale = (id) => data.project[0]?.ratings.find((one) => one.id === id);
    const field = (id) => data.field.find((one) => one.id === id);
    const level = (id, given) => scale(id)?.levels[given - 1] || filled('pin.level', { level: given });
    return [
      ...inner(before?.ratings, after.ratings, (id) => scaleTitle(scale(id)), level),
      ...inner(
        before?.fields,
        after.fields,
        (id) => field(id)?.title ?? t('pin.field.fields'),
        (id, given) => (field(id) ? value(field(id), given) : String(given)),
      ),
    ];
  }

  /** What differs, each with its label; `from` is undefined for a new row, of which only what is filled in is named. */
  function differences(data, change) {
    const { entity, before, after } = change;
    const isNew = before === null;
    const isShown = (field) =>
      isNew
        ? !isEmpty(after[field]) && typeof after[field] !== 'boolean'
        : field in after || field in before || (field === 'x' && 'y' in after);
    const own = Object.entries(state.rules.labels)
      .filter(([field]) => isShown(field))
      .map(([field, label]) => ({
        label: t(label),
        from: isNew ? undefined : words(data, entity, field, before),
        to: words(data, entity, field, after),
      }));
    const byId = valuesById(data, change);
    return [...own, ...byId.map((one) => (isNew ? { ...one, from: undefined } : one))];
  }

  return { sentence, differences, pinOf };
})();
