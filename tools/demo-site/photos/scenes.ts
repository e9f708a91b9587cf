// What can be seen on the demo site. Each scene is the inside of an SVG of 1600 × 1200, drawn with a chance of its own.
import {
  area,
  BLUR,
  between,
  type Chance,
  defs,
  downwards,
  group,
  HEIGHT,
  line,
  outwards,
  oval,
  path,
  rect,
  room,
  rule,
  sideways,
  times,
  WIDTH,
  wandering,
  type XY,
} from './draw.ts';

type Scene = (next: Chance) => string;

const crack: Scene = (next) => {
  const start: XY = [between(next, 200, 500), 0];
  const end: XY = [between(next, 900, 1300), HEIGHT];
  const course = wandering(next, start, end, 26, 40);
  const branch = wandering(
    next,
    [between(next, 600, 760), 560],
    [between(next, 1150, 1500), between(next, 380, 620)],
    16,
    18,
  );
  return (
    defs(BLUR, sideways('wall', '#d9d4c9', '#e9e5dc', '#cbc4b6')) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
    times(9, () =>
      oval(between(next, 0, WIDTH), between(next, 0, HEIGHT), between(next, 90, 260), between(next, 30, 90), '#fff', {
        opacity: 0.12,
        filter: 'url(#soft)',
      }),
    ) +
    path(course, { stroke: '#fff', 'stroke-width': 9, opacity: 0.5, transform: 'translate(4 3)' }) +
    path(course, { stroke: '#6f675a', 'stroke-width': 12, opacity: 0.35, filter: 'url(#hazy)' }) +
    path(course, { stroke: '#2f2a22', 'stroke-width': 5, 'stroke-linejoin': 'bevel' }) +
    path(branch, { stroke: '#3a342b', 'stroke-width': 3 }) +
    rule(between(next, 640, 820), between(next, 820, 900), between(next, -12, 8))
  );
};

const drywall: Scene = (next) => {
  const studs = times(7, (at) => {
    const x = 120 + at * 230;
    return (
      rect(x, 110, 46, 930, 'url(#stud)') +
      rect(x + 34, 110, 12, 930, '#7d858c') +
      times(9, (hole) => oval(x + 17, 180 + hole * 100, 7, 10, '#5d646a'))
    );
  });
  const split = between(next, 560, 820);
  const boards =
    rect(0, 110, split, 930, 'url(#board)') +
    rect(split - 300, 110, 26, 930, '#f4f1ea', { opacity: 0.9 }) +
    times(2, (column) => times(14, (row) => oval(split - 320 + column * 66, 150 + row * 66, 7, 6, '#efece4'))) +
    line([split, 110], [split, 1040], '#8f9a8b', 6) +
    rect(split - 560, between(next, 560, 640), 120, 90, '#4b4f46', { opacity: 0.8 });
  return (
    defs(
      BLUR,
      sideways('stud', '#aeb6bc', '#e4e9ec', '#98a1a8'),
      downwards('board', '#b9c6b3', '#c9d4c4', '#a3b19d'),
      downwards('floor', '#8d8981', '#6d6a63'),
      downwards('back', '#6b6e70', '#94979a'),
    ) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#back)') +
    rect(0, 0, WIDTH, 110, '#a9aaa6') +
    rect(0, 96, WIDTH, 22, '#c8ced2') +
    group(
      times(4, (at) => rect(between(next, 0, 300) + at * 380, 240, 340, 700, '#c9a33d', { opacity: 0.55 })),
      {},
    ) +
    studs +
    boards +
    rect(0, 1030, WIDTH, 22, '#c8ced2') +
    rect(0, 1052, WIDTH, 160, 'url(#floor)') +
    rect(between(next, 900, 1100), 1060, 420, 40, '#c7d1c1', { stroke: '#96a08f', 'stroke-width': 3 }) +
    rect(split, 110, 260, 930, '#000', { opacity: 0.18, filter: 'url(#soft)' })
  );
};

const sockets: Scene = (next) => {
  const courses = times(11, (row) =>
    times(8, (column) => {
      const x = column * 230 - (row % 2) * 115;
      const shade = 150 + Math.floor(between(next, -14, 14));
      return rect(x + 3, row * 112 + 3, 222, 104, `rgb(${shade + 38},${shade - 34},${shade - 74})`, { rx: 3 });
    }),
  );
  const y = between(next, 560, 700);
  const boxes = times(3, (at) => {
    const x = 520 + at * 150;
    const dy = at === 1 ? between(next, -36, -18) : 0;
    return (
      oval(x, y + dy, 62, 62, '#e9732b') +
      oval(x, y + dy, 46, 46, '#3a2417') +
      times(3, (wire) =>
        path(`M${x - 20 + wire * 18} ${y + dy} q 20 40 ${between(next, -30, 40)} 90`, {
          stroke: ['#2c6bb5', '#6b4a2b', '#6fae3c'][wire] ?? '#333',
          'stroke-width': 7,
        }),
      )
    );
  });
  return (
    defs(BLUR) +
    rect(0, 0, WIDTH, HEIGHT, '#b9b2a7') +
    courses +
    path(`M0 ${y} H 460 M 820 ${y} H 1160 V 0`, { stroke: '#4f3b30', 'stroke-width': 66 }) +
    path(`M0 ${y} H 470 M 810 ${y} H 1160 V 0`, { stroke: '#8f959a', 'stroke-width': 24 }) +
    rect(450, y - 80, 420, 150, '#cfc8bb', { opacity: 0.9, rx: 18 }) +
    boxes +
    path(`M430 ${y - 130} h 460`, { stroke: '#c8242b', 'stroke-width': 6, 'stroke-dasharray': '26 14' }) +
    rule(between(next, 900, 980), between(next, 860, 930), between(next, -88, -80), 520)
  );
};

const fireStop: Scene = (next) => {
  const pipes = [
    { x: 520, r: 92, colour: 'url(#steel)' },
    { x: 790, r: 120, colour: 'url(#foil)' },
    { x: 1050, r: 66, colour: 'url(#copper)' },
  ];
  return (
    defs(
      BLUR,
      downwards('concrete', '#a5a6a3', '#8b8c89'),
      sideways('steel', '#60676d', '#cdd4d9', '#767e85'),
      sideways('foil', '#8d9194', '#f2f4f5', '#9a9fa3'),
      sideways('copper', '#7c3f1f', '#e0995f', '#8d4b27'),
    ) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#concrete)') +
    times(30, () =>
      oval(between(next, 0, WIDTH), between(next, 0, HEIGHT), between(next, 3, 12), between(next, 3, 9), '#5e5f5d', {
        opacity: 0.6,
      }),
    ) +
    line([0, 300], [WIDTH, 290], '#7b7c79', 4) +
    line([0, 905], [WIDTH, 915], '#7b7c79', 4) +
    rect(360, 380, 860, 430, '#2a2826', { rx: 8 }) +
    area(
      [
        [360, 810],
        [1220, 810],
        [1160, 730],
        [430, 725],
      ],
      '#4b4845',
    ) +
    pipes.map(({ x, r, colour }) => rect(x - r, 0, r * 2, HEIGHT, colour)).join('') +
    times(5, (at) =>
      rect(1140 + at * 13, 0, 11, HEIGHT, ['#2c6bb5', '#e6e2d8', '#3c3c3c', '#c86e2d', '#e6e2d8'][at] ?? '#333'),
    ) +
    path(`M362 ${between(next, 420, 520)} q 60 30 40 120 q -20 90 60 150`, {
      stroke: '#c9b28c',
      'stroke-width': 46,
      opacity: 0.9,
      'stroke-linecap': 'round',
    }) +
    oval(1290, 560, 150, 150, 'none', { stroke: '#d4232b', 'stroke-width': 12 }) +
    path(`M1180 650 L 1120 690`, { stroke: '#d4232b', 'stroke-width': 12 })
  );
};

const windowFilm: Scene = (next) => {
  const sky = between(next, 0, 1) > 0.5 ? ['#a9c9e6', '#dfeaf2'] : ['#c9d0d4', '#e9ecec'];
  return (
    defs(
      BLUR,
      downwards('sky', ...sky),
      downwards('wall', '#cfcac0', '#b5afa3'),
      sideways('frame', '#3d4347', '#5b6368'),
    ) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
    rect(280, 120, 1040, 820, '#2f3437') +
    rect(300, 140, 1000, 780, 'url(#sky)') +
    times(5, (at) =>
      rect(
        330 + at * 190,
        between(next, 460, 620),
        between(next, 110, 180),
        480,
        ['#9a8f86', '#b7ab9c', '#8b9096', '#a79a8c', '#90887d'][at] ?? '#999',
      ),
    ) +
    rect(300, 800, 1000, 120, '#6f7f5d') +
    rect(300, 140, 1000, 780, '#dfeffa', { opacity: 0.28 }) +
    times(6, (at) =>
      path(`M${330 + at * 170} 150 q ${between(next, -60, 60)} 380 ${between(next, -40, 40)} 760`, {
        stroke: '#fff',
        'stroke-width': between(next, 6, 20),
        opacity: 0.3,
        filter: 'url(#hazy)',
      }),
    ) +
    path('M280 120 h1040 v820 h-1040 z M800 120 v820', { stroke: 'url(#frame)', 'stroke-width': 46 }) +
    path('M256 96 h1088 v868 h-1088 z', {
      stroke: '#e5c96b',
      'stroke-width': between(next, 14, 26),
      'stroke-dasharray': `${between(next, 180, 300)} ${between(next, 8, 60)}`,
    }) +
    rect(210, 960, 1180, 60, '#a7a196') +
    rect(210, 1016, 1180, 30, '#000', { opacity: 0.25, filter: 'url(#hazy)' }) +
    times(3, (at) => rect(320 + at * 120, 930, 90, 34, ['#e0dccf', '#b83a32', '#d9d4c4'][at] ?? '#ccc'))
  );
};

const puddle: Scene = (next) => {
  const x = between(next, 620, 860);
  const shape = times(2, (ring) =>
    path(
      `M${x - 420 + ring * 40} 900 q 60 -190 330 -170 q 330 -60 470 120 q 150 150 -120 210 q -420 110 -640 -20 q -90 -70 -40 -140z`,
      { fill: ring ? '#6c7780' : '#4b4a46', opacity: ring ? 0.85 : 0.45, ...(ring ? {} : { filter: 'url(#soft)' }) },
    ),
  );
  return (
    defs(
      BLUR,
      downwards('wall', '#d7d3c8', '#c2bdb0'),
      downwards('floor', '#918d84', '#a7a297'),
      downwards('ceiling', '#b1b1ad', '#c6c6c2'),
      downwards('light', '#f7fbff', '#d8e6f1'),
    ) +
    room(
      { left: 380, top: 250, right: 1240, bottom: 700 },
      { wall: 'url(#wall)', side: '#b3ad9f', floor: 'url(#floor)', ceiling: 'url(#ceiling)' },
    ) +
    rect(690, 320, 240, 250, 'url(#light)', { stroke: '#6a6f73', 'stroke-width': 14 }) +
    line([810, 320], [810, 570], '#6a6f73', 10) +
    shape +
    area(
      [
        [x - 60, 800],
        [x + 130, 800],
        [x + 210, 1000],
        [x - 120, 1000],
      ],
      '#e9f2f9',
      { opacity: 0.35, filter: 'url(#hazy)' },
    ) +
    rect(390, 640, 850, 60, '#6f6a5f', { opacity: 0.35, filter: 'url(#soft)' }) +
    times(5, () =>
      line([between(next, 400, 1200), 300], [between(next, 400, 1200), 690], '#a8a294', 2, { opacity: 0.3 }),
    )
  );
};

const ducts: Scene = (next) => {
  const tilt = between(next, -4, 4);
  const duct = (y: number, h: number, fill: string) =>
    rect(-100, y, WIDTH + 200, h, fill) +
    times(6, (at) => rect(at * 320 - 40, y - 6, 26, h + 12, '#b7bdc2', { stroke: '#7d8489', 'stroke-width': 3 })) +
    times(5, (at) => line([at * 330 + 90, 0], [at * 330 + 90, y], '#5d6368', 6));
  const gap = between(next, 820, 980);
  return (
    defs(
      BLUR,
      downwards('slab', '#8f8f8b', '#a5a5a1'),
      downwards('round', '#e9edf0', '#f8fafb', '#8b9298', '#646b71'),
      downwards('flat', '#c2c8cd', '#9aa1a7'),
    ) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#slab)') +
    group(
      times(14, (at) => line([-50, at * 96], [WIDTH + 50, at * 96 + 10], '#7c7c78', 3, { opacity: 0.5 })) +
        duct(160, 190, 'url(#round)') +
        duct(470, 260, 'url(#flat)') +
        rect(gap, 452, 34, 296, '#35393c') +
        area(
          [
            [gap, 452],
            [gap + 34, 452],
            [gap + 46, 748],
            [gap + 8, 748],
          ],
          '#202325',
        ) +
        rect(-100, 860, WIDTH + 200, 80, '#b3b9be', { stroke: '#6e757b', 'stroke-width': 4 }) +
        times(12, (at) => rect(-60 + at * 140, 872, 90, 16, '#878e94')) +
        times(7, (at) =>
          path(`M-100 ${900 + at * 6} q 400 ${between(next, -20, 40)} 900 0 t 900 4`, {
            stroke: ['#e2ded3', '#2f2f2f', '#c86e2d', '#3c6fae', '#e2ded3', '#444', '#d8d3c6'][at] ?? '#333',
            'stroke-width': 9,
          }),
        ),
      { transform: `rotate(${tilt} 800 600)` },
    ) +
    rect(0, 1010, WIDTH, 200, '#4b4b49', { opacity: 0.35, filter: 'url(#soft)' })
  );
};

const doorFrame: Scene = (next) => {
  const lean = between(next, 8, 22);
  return (
    defs(
      BLUR,
      downwards('wall', '#dcd8ce', '#c8c3b6'),
      downwards('floor', '#8e8a82', '#a39e94'),
      sideways('frame', '#8b9398', '#c8cfd3', '#737b80'),
      downwards('deep', '#5a5d5f', '#7b7f82'),
    ) +
    rect(0, 0, WIDTH, 960, 'url(#wall)') +
    rect(0, 960, WIDTH, 240, 'url(#floor)') +
    rect(520, 170, 560, 800, 'url(#deep)') +
    area(
      [
        [560, 970],
        [1040, 970],
        [960, 900],
        [640, 900],
      ],
      '#9c978d',
    ) +
    rect(640, 420, 320, 480, '#b9c4cc', { opacity: 0.6 }) +
    area(
      [
        [480, 130],
        [540, 130],
        [540 + lean, 970],
        [480 + lean, 970],
      ],
      'url(#frame)',
    ) +
    area(
      [
        [1060, 130],
        [1120, 130],
        [1120, 970],
        [1060, 970],
      ],
      'url(#frame)',
    ) +
    rect(480, 112, 640, 58, 'url(#frame)') +
    times(4, (at) => rect(436 + between(next, -6, 6), 260 + at * 190, 60, 26, '#c99c56')) +
    area(
      [
        [462, 130],
        [482, 130],
        [482 + lean, 970],
        [462, 970],
      ],
      '#e6d27a',
    ) +
    group(rect(0, 0, 44, 560, '#d2a61c') + rect(6, 240, 32, 60, '#dff2b8') + oval(26, 262, 8, 12, '#8fd06a'), {
      transform: 'translate(560 300)',
    }) +
    rule(1180, 720, -90, 480) +
    rect(0, 940, WIDTH, 40, '#000', { opacity: 0.25, filter: 'url(#soft)' })
  );
};

const tiles: Scene = (next) => {
  const bad = { row: 2 + Math.floor(next() * 2), column: 3 + Math.floor(next() * 2) };
  const x = bad.column * 232 + 4;
  const y = bad.row * 232 + 4;
  return (
    defs(BLUR, outwards('shine', '#ffffff', '#ffffff00')) +
    rect(0, 0, WIDTH, HEIGHT, '#8f8b84') +
    times(6, (row) =>
      times(8, (column) => {
        const tone = 214 + Math.floor(between(next, -8, 8));
        return rect(column * 232 + 4 - 120, row * 232 + 4, 222, 222, `rgb(${tone},${tone + 2},${tone - 4})`, { rx: 3 });
      }),
    ) +
    path(wandering(next, [x - 120 + 10, y + 30], [x - 120 + 214, y + 190], 10, 12), {
      stroke: '#55514a',
      'stroke-width': 4,
    }) +
    area(
      [
        [x - 120 + 150, y],
        [x - 120 + 222, y],
        [x - 120 + 222, y + 74],
        [x - 120 + 180, y + 50],
      ],
      '#a78e70',
    ) +
    times(9, (at) => rect(112 + (at % 3) * 464 - 4, Math.floor(at / 3) * 464 + 226, 12, 18, '#c8372f')) +
    oval(between(next, 300, 1300), between(next, 150, 500), 420, 260, 'url(#shine)', { opacity: 0.35 }) +
    path(`M${x - 160} ${y - 40} q 140 -70 300 10 q 90 150 -20 280 q -180 80 -310 -30 q -60 -150 30 -260z`, {
      stroke: '#1c5fb8',
      'stroke-width': 9,
      opacity: 0.85,
    })
  );
};

const facade: Scene = (next) => {
  const floors = times(4, (floor) =>
    times(6, (bay) => {
      const x = 120 + bay * 240;
      const y = 210 + floor * 240;
      return (
        rect(x, y, 130, 150, '#39444d') +
        rect(x + 6, y + 6, 118, 138, next() > 0.4 ? '#7f9bb0' : '#b9c9d3') +
        line([x + 65, y], [x + 65, y + 150], '#2b3338', 7)
      );
    }),
  );
  const scaffold =
    times(8, (at) => line([60 + at * 212, 60], [60 + at * 212, 1180], '#8d959b', 10)) +
    times(
      5,
      (at) =>
        rect(20, 180 + at * 240, 1560, 22, '#b98d4c') +
        line([20, 120 + at * 240], [1580, 120 + at * 240], '#8d959b', 7) +
        line([20, 150 + at * 240], [1580, 150 + at * 240], '#8d959b', 5),
    ) +
    times(4, (at) => line([60 + at * 424, 400 + (at % 2) * 240], [272 + at * 424, 160 + (at % 2) * 240], '#a4acb1', 6));
  return (
    defs(BLUR, downwards('sky', '#9dbfdf', '#e6eef3'), downwards('render', '#d6cfc1', '#c3bbab')) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#sky)') +
    oval(300, 90, 340, 60, '#fff', { opacity: 0.7, filter: 'url(#soft)' }) +
    oval(1250, 60, 300, 46, '#fff', { opacity: 0.6, filter: 'url(#soft)' }) +
    rect(70, 150, 1460, 1050, 'url(#render)') +
    rect(70, 150, between(next, 500, 800), 520, '#e6d79a', { opacity: 0.9 }) +
    floors +
    scaffold +
    rect(0, 1150, WIDTH, 60, '#8f8473')
  );
};

const stairs: Scene = (next) => {
  const steps = times(9, (at) => {
    const y = 1120 - at * 96;
    const inset = at * 44;
    return (
      area(
        [
          [160 + inset, y],
          [1440 - inset, y],
          [1440 - inset - 18, y - 42],
          [160 + inset + 18, y - 42],
        ],
        `rgb(${168 - at * 4},${166 - at * 4},${160 - at * 4})`,
      ) + rect(160 + inset, y, 1280 - inset * 2, 56, `rgb(${128 - at * 4},${126 - at * 4},${121 - at * 4})`)
    );
  });
  return (
    defs(BLUR, downwards('wall', '#c9c5bb', '#aaa598'), outwards('lamp', '#fff6dc', '#fff6dc00')) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
    area(
      [
        [0, 0],
        [520, 0],
        [480, 340],
        [140, HEIGHT],
        [0, HEIGHT],
      ],
      '#b7b2a5',
    ) +
    steps +
    oval(820, 120, 520, 240, 'url(#lamp)', { opacity: 0.8 }) +
    times(4, (at) => line([1430 - at * 92, 1040 - at * 200], [1430 - at * 92, 780 - at * 190], '#a9682f', 16)) +
    line([1440, 790], [1150, between(next, 190, 230)], '#c9853f', 20) +
    times(2, (at) =>
      path(`M${190 + at * 30} 1150 q 120 -260 260 -560`, {
        stroke: '#d8232a',
        'stroke-width': 12,
        'stroke-dasharray': '50 34',
      }),
    )
  );
};

const rebar: Scene = (next) => {
  const bars = (count: number, from: (at: number) => XY, to: (at: number) => XY, width: number) =>
    times(
      count,
      (at) =>
        line(from(at), to(at), '#3b2a22', width + 6, { opacity: 0.5, transform: 'translate(4 10)' }) +
        line(from(at), to(at), '#8a563a', width) +
        line(from(at), to(at), '#b5764f', width / 3),
    );
  return (
    defs(BLUR, downwards('board', '#c79a5e', '#a97c45')) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#board)') +
    times(9, (at) => line([0, at * 140 + 30], [WIDTH, at * 140], '#8c6535', 5, { opacity: 0.7 })) +
    times(40, () =>
      oval(between(next, 0, WIDTH), between(next, 0, HEIGHT), between(next, 10, 40), between(next, 2, 5), '#7d5a30', {
        opacity: 0.4,
      }),
    ) +
    bars(
      11,
      (at) => [at * 160 - 60, -20],
      (at) => [at * 150 + 20, HEIGHT + 20],
      15,
    ) +
    bars(
      8,
      (at) => [-20, at * 165 + 40],
      (at) => [WIDTH + 20, at * 150 + 20],
      18,
    ) +
    times(10, (at) => rect(120 + (at % 5) * 320, 180 + Math.floor(at / 5) * 480, 52, 40, '#9c9c98', { rx: 4 })) +
    rule(between(next, 300, 500), between(next, 520, 640), between(next, -6, 6), 760)
  );
};

const cabinet: Scene = (next) => {
  const rows = times(
    4,
    (row) =>
      rect(470, 250 + row * 190, 660, 26, '#9aa1a6') +
      times(12, (at) => {
        const on = next() > 0.18;
        return (
          rect(480 + at * 54, 216 + row * 190, 46, 96, on ? '#eceef0' : '#30363b', { rx: 3 }) +
          (on ? rect(496 + at * 54, 246 + row * 190, 14, 34, at % 5 ? '#33383c' : '#2f66b0') : '')
        );
      }),
  );
  const wires = times(34, (at) =>
    path(
      `M${500 + at * 19} ${320 + (at % 4) * 190} q ${between(next, -40, 40)} ${between(next, 40, 110)} ${between(next, -30, 60)} ${between(next, 60, 96)}`,
      { stroke: ['#6b4a2b', '#222', '#8b8f93', '#2c6bb5', '#6fae3c'][at % 5] ?? '#333', 'stroke-width': 6 },
    ),
  );
  return (
    defs(BLUR, downwards('wall', '#cdc9be', '#b3aea2'), downwards('steel', '#dfe2e4', '#c2c7ca')) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
    times(8, (at) =>
      path(`M${520 + at * 80} 0 q ${between(next, -20, 20)} 60 0 140`, {
        stroke: at % 2 ? '#dcd8cd' : '#55595c',
        'stroke-width': 20,
      }),
    ) +
    rect(400, 120, 800, 980, 'url(#steel)', { stroke: '#8f969b', 'stroke-width': 10 }) +
    rect(440, 170, 720, 880, '#b9bfc3') +
    rows +
    wires +
    area(
      [
        [1200, 120],
        [1500, 60],
        [1500, 1160],
        [1200, 1100],
      ],
      '#d3d7da',
      { stroke: '#8f969b', 'stroke-width': 8 },
    ) +
    rect(1290, 480, 130, 180, '#f6f4ec', { transform: 'skewY(-6) translate(0 140)' })
  );
};

const repaired: Scene = (next) =>
  defs(BLUR, sideways('wall', '#e7e3da', '#f2efe8', '#dcd7cc'), downwards('floor', '#a38b6d', '#8a7458')) +
  rect(0, 0, WIDTH, 1010, 'url(#wall)') +
  rect(0, 1010, WIDTH, 200, 'url(#floor)') +
  rect(0, 960, WIDTH, 54, '#f6f4ef', { stroke: '#cfcabf', 'stroke-width': 3 }) +
  path(`M${between(next, 420, 520)} 120 q 90 260 20 420 t 260 380`, {
    stroke: '#fbfaf7',
    'stroke-width': 110,
    opacity: 0.55,
    'stroke-linecap': 'round',
    filter: 'url(#hazy)',
  }) +
  rect(1120, 640, 130, 130, '#fafaf8', { rx: 10, stroke: '#c9c5bc', 'stroke-width': 3 }) +
  oval(1185, 705, 40, 40, '#ecebe7', { stroke: '#c9c5bc', 'stroke-width': 3 }) +
  oval(1172, 705, 5, 5, '#4a4a48') +
  oval(1198, 705, 5, 5, '#4a4a48') +
  area(
    [
      [0, 0],
      [380, 0],
      [120, 1010],
      [0, 1010],
    ],
    '#fff',
    { opacity: 0.18, filter: 'url(#soft)' },
  ) +
  times(8, (at) => line([at * 220, 1010], [at * 240 - 120, HEIGHT], '#6f5b41', 3, { opacity: 0.5 }));

export const SCENES = {
  crack,
  drywall,
  sockets,
  fireStop,
  windowFilm,
  puddle,
  ducts,
  doorFrame,
  tiles,
  facade,
  stairs,
  rebar,
  cabinet,
  repaired,
} as const satisfies Record<string, Scene>;
export type SceneName = keyof typeof SCENES;
