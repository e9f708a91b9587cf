// A plan: its sheet in tiles, with zoom and pins.
(() => {
  const { t, make, address, fileOf, pinName, colourOf } = archive.model;

  const levelSize = ({ width, height, tileSize, levels }, z) => {
    const shrink = 2 ** (levels - 1 - z);
    const size = { width: Math.ceil(width / shrink), height: Math.ceil(height / shrink) };
    return { ...size, columns: Math.ceil(size.width / tileSize), rows: Math.ceil(size.height / tileSize), shrink };
  };

  /** Plan space → fractions of the sheet: the inverse of the revision's alignment. */
  function onSheet({ alignment }, { x, y }) {
    if (!alignment) return { x, y };
    const [a, b, c, d, e, f] = alignment;
    const det = a * e - b * d;
    return { x: (e * (x - c) - b * (y - f)) / det, y: (a * (y - f) - d * (x - c)) / det };
  }

  function sheet(data, plan, revision) {
    const { pyramid } = revision;
    const layer = make('div', { class: 'layer' });
    const pins = make('div', {});
    const box = make(
      'div',
      { class: 'sheet', tabindex: '0', role: 'application', 'aria-label': plan.name },
      layer,
      pins,
    );
    let view = { x: 0, y: 0, scale: 1 };
    const tiles = new Map();
    const marks = (data.pinsOf.get(plan.id) ?? [])
      .filter((pin) => pin.x !== null && pin.status !== 'inactive')
      .map((pin) => {
        const at = onSheet(revision, pin);
        const mark = make(
          'button',
          {
            type: 'button',
            class: 'pin',
            title: pinName(pin),
            'aria-label': pinName(pin),
            style: `background:${colourOf(data, pin)}`,
            onclick: () => (location.hash = address(data.id, 'nav.pins', pin.id)),
          },
          String(pin.number ?? ''),
        );
        pins.append(mark);
        return { at, mark };
      });

    function draw() {
      layer.style.transform = `translate(${view.x}px, ${view.y}px) scale(${view.scale})`;
      const sharp = pyramid.levels - 1 + Math.ceil(Math.log2(view.scale * devicePixelRatio) - 0.3);
      const z = Math.max(0, Math.min(pyramid.levels - 1, sharp));
      const { columns, rows, shrink } = levelSize(pyramid, z);
      const side = pyramid.tileSize * shrink;
      const first = (offset) => Math.max(0, Math.floor(-offset / view.scale / side));
      const last = (offset, length, count) => Math.min(count - 1, Math.floor((length - offset) / view.scale / side));
      const wanted = new Set(['0/0-0']);
      for (let y = first(view.y); y <= last(view.y, box.clientHeight, rows); y += 1)
        for (let x = first(view.x); x <= last(view.x, box.clientWidth, columns); x += 1) wanted.add(`${z}/${x}-${y}`);
      for (const name of wanted) {
        if (tiles.has(name)) continue;
        const [level, column, row] = name.split(/[/-]/u).map(Number);
        const at = levelSize(pyramid, level);
        const image = make('img', {
          src: `projects/${data.id}/tiles/${revision.id}/${name}.webp`,
          alt: '',
          draggable: 'false',
        });
        const width = Math.min(pyramid.tileSize, at.width - column * pyramid.tileSize) * at.shrink;
        const height = Math.min(pyramid.tileSize, at.height - row * pyramid.tileSize) * at.shrink;
        image.style.cssText = `left:${column * pyramid.tileSize * at.shrink}px;top:${row * pyramid.tileSize * at.shrink}px;width:${width + 0.5}px;height:${height + 0.5}px;z-index:${level}`;
        layer.append(image);
        tiles.set(name, image);
      }
      // Coarser tiles stay below until the sharp ones are there; other levels make room.
      for (const [name, image] of tiles) {
        if (wanted.has(name) || Number(name.split('/')[0]) < z) continue;
        image.remove();
        tiles.delete(name);
      }
      for (const { at, mark } of marks) {
        mark.style.left = `${view.x + at.x * pyramid.width * view.scale}px`;
        mark.style.top = `${view.y + at.y * pyramid.height * view.scale}px`;
      }
    }

    function fit() {
      const scale = Math.min(box.clientWidth / pyramid.width, box.clientHeight / pyramid.height);
      view = {
        scale,
        x: (box.clientWidth - pyramid.width * scale) / 2,
        y: (box.clientHeight - pyramid.height * scale) / 2,
      };
      draw();
    }

    function zoom(factor, x = box.clientWidth / 2, y = box.clientHeight / 2) {
      const scale = Math.min(8, Math.max(0.005, view.scale * factor));
      const by = scale / view.scale;
      view = { scale, x: x - (x - view.x) * by, y: y - (y - view.y) * by };
      draw();
    }

    const fingers = new Map();
    const spread = () => {
      const [one, two] = [...fingers.values()];
      return { x: (one.x + two.x) / 2, y: (one.y + two.y) / 2, wide: Math.hypot(one.x - two.x, one.y - two.y) };
    };
    const local = (event) => {
      const { left, top } = box.getBoundingClientRect();
      return { x: event.clientX - left, y: event.clientY - top };
    };
    box.addEventListener('pointerdown', (event) => {
      if (event.target.closest('button')) return;
      box.setPointerCapture(event.pointerId);
      fingers.set(event.pointerId, local(event));
    });
    box.addEventListener('pointermove', (event) => {
      const before = fingers.get(event.pointerId);
      if (!before) return;
      const now = local(event);
      if (fingers.size === 2) {
        const old = spread();
        fingers.set(event.pointerId, now);
        const next = spread();
        zoom(next.wide / old.wide, next.x, next.y);
        return;
      }
      fingers.set(event.pointerId, now);
      view = { ...view, x: view.x + now.x - before.x, y: view.y + now.y - before.y };
      draw();
    });
    for (const end of ['pointerup', 'pointercancel'])
      box.addEventListener(end, (event) => fingers.delete(event.pointerId));
    box.addEventListener(
      'wheel',
      (event) => {
        event.preventDefault();
        const { x, y } = local(event);
        zoom(Math.exp(-event.deltaY / 400), x, y);
      },
      { passive: false },
    );
    box.addEventListener('keydown', (event) => {
      const steps = { ArrowLeft: [80, 0], ArrowRight: [-80, 0], ArrowUp: [0, 80], ArrowDown: [0, -80] };
      if (event.key === '+') zoom(1.5);
      else if (event.key === '-') zoom(1 / 1.5);
      else if (event.key in steps) {
        const [x, y] = steps[event.key];
        view = { ...view, x: view.x + x, y: view.y + y };
        draw();
      } else return;
      event.preventDefault();
    });
    box.append(
      make(
        'div',
        { class: 'zoom' },
        make('button', { type: 'button', 'aria-label': t('viewer.zoomIn'), onclick: () => zoom(1.5) }, '+'),
        make('button', { type: 'button', 'aria-label': t('viewer.zoomOut'), onclick: () => zoom(1 / 1.5) }, '−'),
      ),
    );
    new ResizeObserver(fit).observe(box);
    return box;
  }

  function planPage(data, plan, chosen) {
    const revisions = data.revision
      .filter((one) => one.planId === plan.id && one.active)
      .sort((a, b) => (a.createdAt < b.createdAt ? 1 : -1));
    const revision = data.revisionById.get(chosen) ?? data.revisionById.get(plan.currentRevisionId) ?? revisions[0];
    if (!revision) return [make('h2', {}, plan.name)];
    const original = fileOf(revision.originalBlobId);
    return [
      make('h2', {}, [plan.sheetNumber, plan.name].filter(Boolean).join(' · ')),
      make(
        'p',
        { class: 'soft' },
        ...revisions.flatMap((one) => [
          make(
            'a',
            {
              href: `${address(data.id, 'nav.plans', plan.id)}/${one.id}`,
              'aria-current': one === revision ? 'true' : undefined,
            },
            `${t('plan.revision')} ${one.version}`,
          ),
          ' · ',
        ]),
        original ? make('a', { href: original.path, target: '_blank' }, revision.originalName) : '',
      ),
      sheet(data, plan, revision),
    ];
  }

  archive.plan = { planPage };
})();
