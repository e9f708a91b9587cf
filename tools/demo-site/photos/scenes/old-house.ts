// Scenes of the renovation of an old house.
import {
  area,
  BLUR,
  between,
  defs,
  downwards,
  group,
  HEIGHT,
  line,
  outwards,
  oval,
  path,
  rect,
  rule,
  sideways,
  times,
  WIDTH,
  wandering,
} from '../draw.ts';
import type { Scene } from './scene.ts';

/** Herringbone parquet after sanding, with an open joint along the wall. */
export const herringbone: Scene = (next) => {
  const stave = (x: number, y: number, turn: number): string => {
    const tone = between(next, -16, 16);
    const fill = `rgb(${Math.round(176 + tone)},${Math.round(124 + tone)},${Math.round(72 + tone * 0.8)})`;
    return group(
      rect(0, 0, 300, 74, fill, { stroke: '#6d4a29', 'stroke-width': 3 }) +
        times(3, (at) =>
          line([10, 16 + at * 22], [290, 16 + at * 22 + between(next, -6, 6)], '#8c6136', 2, { opacity: 0.5 }),
        ),
      { transform: `translate(${x} ${y}) rotate(${turn})` },
    );
  };
  return (
    defs(BLUR, downwards('skirting', '#f3f0e8', '#d8d2c4'), downwards('wall', '#cfc7b6', '#e2dccd')) +
    rect(0, 0, WIDTH, HEIGHT, '#8a5f36') +
    times(16, (row) =>
      times(5, (column) => {
        const x = column * 424 - 220;
        const y = row * 105 - 160;
        return stave(x, y + 212, -45) + stave(x + 212, y, 45);
      }),
    ) +
    rect(0, 0, WIDTH, 210, 'url(#wall)') +
    rect(0, 190, WIDTH, 110, 'url(#skirting)', { stroke: '#a79f8d', 'stroke-width': 3 }) +
    area(
      [
        [0, 300],
        [WIDTH, 300],
        [WIDTH, 340],
        [0, 312],
      ],
      '#1d130b',
    ) +
    rule(between(next, 620, 700), between(next, 400, 440), 2, 620) +
    path('M1180 320 q 180 -60 300 20 q 20 90 -130 90 q -190 -10 -170 -110z', { stroke: '#1c5fb8', 'stroke-width': 9 })
  );
};

/** A cast-iron radiator with a leaking valve. */
export const radiator: Scene = (next) =>
  defs(
    BLUR,
    sideways('rib', '#c9c4b8', '#f4f1ea', '#bdb7a9'),
    downwards('wall', '#d7dcd2', '#c4cabd'),
    downwards('floor', '#a37443', '#7d5630'),
    sideways('brass', '#8d6a22', '#e9c96b', '#8a6620'),
  ) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
  rect(0, 960, WIDTH, 250, 'url(#floor)') +
  rect(0, 880, WIDTH, 84, '#efece4', { stroke: '#bdb7a8', 'stroke-width': 3 }) +
  rect(300, 250, 940, 640, '#000', { opacity: 0.22, filter: 'url(#soft)' }) +
  times(11, (at) => rect(280 + at * 84, 210, 76, 660, 'url(#rib)', { rx: 36, stroke: '#9d9686', 'stroke-width': 3 })) +
  rect(270, 250, 940, 26, '#d7d2c6', { rx: 12 }) +
  rect(270, 790, 940, 26, '#cfc9bc', { rx: 12 }) +
  rect(1200, 770, 170, 60, 'url(#brass)', { rx: 10 }) +
  rect(1340, 740, 110, 120, '#f0efec', { rx: 22, stroke: '#a9a59b', 'stroke-width': 4 }) +
  rect(1262, 830, 46, 240, 'url(#brass)') +
  times(7, (at) =>
    oval(1285 + between(next, -16, 16), 870 + at * 30, 8, 13, '#b9d3df', {
      opacity: 0.9,
      stroke: '#7d9aa8',
      'stroke-width': 2,
    }),
  ) +
  path(`M1080 1080 q ${between(next, 120, 190)} -70 400 -10 q 80 60 -60 96 q -260 40 -370 -20 q -40 -40 30 -66z`, {
    fill: '#3f3120',
    opacity: 0.55,
  }) +
  path('M1180 1098 q 120 -26 220 -4 q 10 26 -70 34 q -120 10 -150 -30z', { fill: '#dfe9ee', opacity: 0.5 });

/** A ceiling rose of stucco with a broken leaf. */
export const stucco: Scene = (next) => {
  const [x, y] = [790, 590];
  const leaf = (turn: number, radius: number, size: number): string =>
    group(
      path(`M0 ${-radius} q ${size} ${-size * 0.7} 0 ${-size * 2} q ${-size} ${size * 1.3} 0 ${size * 2}z`, {
        fill: '#efe9dc',
        stroke: '#b3aa97',
        'stroke-width': 5,
      }),
      { transform: `translate(${x} ${y}) rotate(${turn})` },
    );
  return (
    defs(BLUR, outwards('ceiling', '#f3eee3', '#d6cebe'), outwards('boss', '#fbf8f1', '#c9c0ad')) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#ceiling)') +
    oval(x + 14, y + 20, 480, 470, '#8f8674', { opacity: 0.35, filter: 'url(#soft)' }) +
    oval(x, y, 470, 460, '#e9e2d3', { stroke: '#b7ad99', 'stroke-width': 8 }) +
    oval(x, y, 420, 410, '#f1ecdf', { stroke: '#c3baa7', 'stroke-width': 6 }) +
    times(16, (at) => (at === 5 ? '' : leaf(at * 22.5, 235, 76))) +
    times(12, (at) => leaf(at * 30 + 15, 120, 50)) +
    oval(x, y, 110, 108, 'url(#boss)', { stroke: '#b3aa97', 'stroke-width': 6 }) +
    oval(x, y, 30, 30, '#40382c') +
    path(`M${x} ${y} q 20 60 -10 ${between(next, 120, 170)}`, { stroke: '#2e2a26', 'stroke-width': 10 }) +
    group(
      path('M0 -250 q 70 -40 10 -120 q -60 60 -50 110z', { fill: '#8b7a5d', stroke: '#5d5039', 'stroke-width': 5 }),
      { transform: `translate(${x} ${y}) rotate(112.5)` },
    ) +
    path(wandering(next, [x + 400, y + 150], [x + 760, y + 330], 14, 20), { stroke: '#6d6350', 'stroke-width': 5 }) +
    path(`M${x + 240} ${y + 60} q 120 -60 230 30 q 40 110 -70 150 q -150 10 -160 -180z`, {
      stroke: '#c8242b',
      'stroke-width': 9,
    })
  );
};

/** Mould in the corner behind a wardrobe, with a moisture meter held to the wall. */
export const mould: Scene = (next) =>
  defs(
    BLUR,
    sideways('left', '#cfcabd', '#e6e1d5'),
    sideways('right', '#dcd7ca', '#c6c0b2'),
    downwards('floor', '#9a7148', '#7b5734'),
    downwards('meter', '#f2a313', '#cf8305'),
  ) +
  rect(0, 0, 760, HEIGHT, 'url(#left)') +
  rect(760, 0, 860, HEIGHT, 'url(#right)') +
  area(
    [
      [0, 1130],
      [760, 980],
      [WIDTH, 1120],
      [WIDTH, HEIGHT],
      [0, HEIGHT],
    ],
    'url(#floor)',
  ) +
  times(70, () => {
    const height = between(next, 0, 1);
    const spread = 90 + (1 - height) * 380;
    return oval(
      760 + between(next, -spread, spread) * between(next, 0.2, 1),
      960 - height * 620,
      between(next, 14, 62),
      between(next, 12, 44),
      next() > 0.4 ? '#3e4238' : '#5a5d4d',
      { opacity: between(next, 0.16, 0.5), filter: 'url(#hazy)' },
    );
  }) +
  line([760, 0], [760, 980], '#8f897b', 5) +
  group(
    rect(14, 18, 190, 430, '#000', { opacity: 0.3, filter: 'url(#soft)' }) +
      rect(0, 0, 190, 430, 'url(#meter)', { rx: 30 }) +
      rect(24, 40, 142, 110, '#cfd9c4', { rx: 8, stroke: '#4a4d3e', 'stroke-width': 6 }) +
      '<text x="36" y="118" font-size="52" font-family="monospace" font-weight="700" fill="#20241a">21.4</text>' +
      oval(60, 240, 28, 28, '#2b2b28') +
      oval(132, 240, 28, 28, '#2b2b28') +
      rect(50, -70, 12, 74, '#a9adb0') +
      rect(128, -70, 12, 74, '#a9adb0'),
    { transform: `translate(${between(next, 990, 1050)} 560) rotate(-8)` },
  );

/** An old double window: paint peels off the weatherboard. */
export const boxWindow: Scene = (next) =>
  defs(
    BLUR,
    downwards('sky', '#b8d4e8', '#e8eef0'),
    downwards('board', '#f1ece0', '#d6cfbf'),
    sideways('frame', '#efe9dc', '#fbf8f1', '#ddd5c5'),
  ) +
  rect(0, 0, WIDTH, HEIGHT, '#c9b79b') +
  rect(240, 0, 1120, 900, 'url(#frame)', { stroke: '#a3977f', 'stroke-width': 8 }) +
  times(2, (wing) => {
    const x = 310 + wing * 510;
    return (
      rect(x, 0, 460, 800, 'url(#sky)', { stroke: '#b9ae98', 'stroke-width': 20 }) +
      area(
        [
          [x + 10, 560],
          [x + 180, 470],
          [x + 330, 540],
          [x + 450, 500],
          [x + 450, 790],
          [x + 10, 790],
        ],
        '#7c9a6c',
      ) +
      line([x, 290], [x + 460, 290], '#efe9dc', 26) +
      line([x + 40, 20], [x + 190, 270], '#fff', 30, { opacity: 0.35 })
    );
  }) +
  rect(778, 0, 46, 860, 'url(#frame)', { stroke: '#a3977f', 'stroke-width': 4 }) +
  rect(760, 430, 82, 34, '#8d7137', { rx: 12 }) +
  area(
    [
      [180, 880],
      [1420, 880],
      [1500, 1010],
      [100, 1010],
    ],
    'url(#board)',
    { stroke: '#9c917b', 'stroke-width': 5 },
  ) +
  times(34, () => {
    const x = between(next, 180, 1400);
    const y = between(next, 884, 990);
    const size = between(next, 12, 50);
    return area(
      [
        [x, y],
        [x + size, y - size * 0.3],
        [x + size * 1.4, y + size * 0.4],
        [x + size * 0.5, y + size * 0.6],
      ],
      next() > 0.5 ? '#8a6b45' : '#a58662',
      { opacity: 0.9 },
    );
  }) +
  rect(0, 1010, WIDTH, 190, '#b8a588');

/** A wooden stair with a loose baluster. */
export const balusters: Scene = (next) =>
  defs(
    BLUR,
    downwards('wall', '#dcd5c4', '#c8bfab'),
    sideways('wood', '#5f3a1d', '#96623a', '#5a3519'),
    downwards('tread', '#86552f', '#643c1e'),
  ) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
  rect(0, 0, WIDTH, 420, '#7d8f7e', { opacity: 0.35 }) +
  times(8, (at) => {
    const x = at * 215 - 40;
    const y = 1090 - at * 118;
    return (
      rect(x, y, 240, 40, 'url(#tread)', { stroke: '#3f2410', 'stroke-width': 3 }) +
      rect(x, y + 40, 215, 120 + at * 118, '#b7ad97') +
      rect(x, y + 40, 215, 78, '#d9d2c2', { stroke: '#a79d88', 'stroke-width': 3 })
    );
  }) +
  times(15, (at) => {
    const x = 30 + at * 107;
    const y = 1080 - at * 59;
    const lean = at === 8 ? between(next, 13, 17) : 0;
    return group(
      rect(-16, -430, 32, 430, 'url(#wood)') +
        oval(0, -300, 27, 34, '#7a4c28') +
        oval(0, -130, 24, 28, '#7a4c28') +
        (lean ? rect(-14, -6, 28, 14, '#23150a') : ''),
      { transform: `translate(${x} ${y}) rotate(${lean})` },
    );
  }) +
  path('M-20 700 L1640 -210', { stroke: '#2d190a', 'stroke-width': 84 }) +
  path('M-20 690 L1640 -220', { stroke: '#8a5730', 'stroke-width': 58 }) +
  path('M800 330 q 170 -70 240 60 q 40 210 -60 290 q -150 60 -190 -80 q -40 -180 10 -270z', {
    stroke: '#c8242b',
    'stroke-width': 10,
  });

/** A doorphone that is not connected: its wires hang out of the wall. */
export const doorphone: Scene = (next) =>
  defs(BLUR, sideways('wall', '#d8cfbd', '#e7dfcf', '#d2c8b4'), downwards('steel', '#dfe3e5', '#a9b0b4')) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
  times(16, () =>
    oval(between(next, 0, WIDTH), between(next, 0, HEIGHT), between(next, 40, 160), between(next, 20, 60), '#fff', {
      opacity: 0.12,
      filter: 'url(#soft)',
    }),
  ) +
  rect(300, 190, 420, 700, '#000', { opacity: 0.3, filter: 'url(#soft)' }) +
  rect(280, 160, 420, 700, 'url(#steel)', { rx: 14, stroke: '#7b8287', 'stroke-width': 5 }) +
  times(7, (row) => line([350, 230 + row * 22], [630, 230 + row * 22], '#6c7378', 7)) +
  times(4, (row) =>
    times(2, (column) => {
      const x = 330 + column * 190;
      const y = 430 + row * 95;
      return (
        rect(x, y, 130, 56, '#f5f3ea', { stroke: '#8d9499', 'stroke-width': 3 }) +
        oval(x + 152, y + 28, 15, 15, '#50565a')
      );
    }),
  ) +
  rect(1010, 470, 220, 220, '#332a1f', { rx: 110 }) +
  oval(1120, 580, 96, 96, '#1c1610') +
  times(6, (at) =>
    path(
      `M${1080 + at * 16} 600 q ${between(next, -80, 90)} 130 ${between(next, -120, 130)} ${between(next, 240, 380)}`,
      {
        stroke: ['#c23b2e', '#f1ead8', '#2c6bb5', '#e2b71e', '#3f8f45', '#7b4f2a'][at] ?? '#333',
        'stroke-width': 11,
        'stroke-linecap': 'round',
      },
    ),
  ) +
  rule(between(next, 860, 900), 1010, -2, 600);

/** A balcony railing measured with a folding rule: too low above the finished floor. */
export const railing: Scene = (next) =>
  defs(BLUR, downwards('sky', '#9cc3e2', '#dbe8ef'), downwards('slab', '#aaa79f', '#8c8982')) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#sky)') +
  times(7, (at) =>
    rect(
      at * 240 - 60,
      420 - between(next, 40, 190),
      between(next, 140, 200),
      620,
      ['#b89f86', '#c7b7a0', '#a58f7b'][at % 3] ?? '#b89f86',
    ),
  ) +
  times(9, () =>
    oval(between(next, 0, WIDTH), between(next, 700, 800), between(next, 120, 210), between(next, 90, 150), '#6f8f5c'),
  ) +
  rect(0, 860, WIDTH, 350, 'url(#slab)') +
  times(5, (at) => line([at * 400 + 60, 860], [at * 560 - 140, HEIGHT], '#77746c', 5)) +
  times(22, (at) => rect(40 + at * 74, 320, 18, 580, '#2f3a3f')) +
  rect(0, 290, WIDTH, 40, '#27323a', { rx: 14 }) +
  rect(0, 840, WIDTH, 26, '#27323a') +
  path('M1262 270 v640', { stroke: '#c8242b', 'stroke-width': 6, 'stroke-dasharray': '26 14' }) +
  rule(between(next, 1150, 1180), 930, -90, 760) +
  '<text x="1300" y="240" font-size="72" font-family="sans-serif" font-weight="700" fill="#c8242b">83 cm</text>';
