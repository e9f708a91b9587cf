// Scenes of whole rooms.
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
  room,
  rule,
  sideways,
  times,
  WIDTH,
} from '../draw.ts';
import type { Scene } from './scene.ts';

export const drywall: Scene = (next) => {
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

export const puddle: Scene = (next) => {
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

export const stairs: Scene = (next) => {
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

/** Studs of a partition before boarding, with the new line on the floor. */
export const studs: Scene = (next) =>
  defs(
    BLUR,
    downwards('wall', '#d9d5ca', '#c4bfb2'),
    downwards('floor', '#8f8b83', '#a5a198'),
    sideways('stud', '#b5bdc3', '#e6ebee', '#9aa3aa'),
  ) +
  rect(0, 0, WIDTH, 800, 'url(#wall)') +
  area(
    [
      [0, 760],
      [WIDTH, 760],
      [WIDTH, HEIGHT],
      [0, HEIGHT],
    ],
    'url(#floor)',
  ) +
  rect(1020, 200, 320, 340, '#dcebf4', { stroke: '#5b6368', 'stroke-width': 18 }) +
  area(
    [
      [120, 960],
      [1240, 770],
      [1240, 800],
      [120, 1010],
    ],
    '#b9c1c6',
  ) +
  times(6, (at) => rect(150 + at * 190, 60 + at * 24, 44 - at * 3, 920 - at * 56, 'url(#stud)')) +
  area(
    [
      [120, 40],
      [1240, 170],
      [1240, 196],
      [120, 86],
    ],
    '#b9c1c6',
  ) +
  path(`M420 ${between(next, 1120, 1150)} L 1560 860`, { stroke: '#d8332b', 'stroke-width': 11 }) +
  path('M700 990 L 790 1036', { stroke: '#d8332b', 'stroke-width': 9 }) +
  `<text x="800" y="1120" font-size="74" font-family="sans-serif" font-weight="700" fill="#d8332b" transform="rotate(-14 800 1120)">+ 60</text>` +
  rect(1330, 820, 200, 130, '#d9a441', { opacity: 0.9 });

/** A masonry wall with the outline of an opening still to be cut. */
export const markedOpening: Scene = (next) =>
  defs(BLUR) +
  rect(0, 0, WIDTH, HEIGHT, '#b9b5ab') +
  times(7, (row) =>
    times(5, (at) => {
      const tone = 196 + Math.floor(between(next, -10, 10));
      return rect(at * 400 - (row % 2) * 200 + 5, row * 186 + 5, 388, 174, `rgb(${tone},${tone - 2},${tone - 10})`, {
        rx: 2,
      });
    }),
  ) +
  path('M520 280 h540 v420 h-540z', { stroke: '#d8332b', 'stroke-width': 14 }) +
  path('M520 280 L 1060 700 M1060 280 L 520 700', { stroke: '#d8332b', 'stroke-width': 7 }) +
  `<text x="600" y="800" font-size="76" font-family="sans-serif" font-weight="700" fill="#d8332b">54 × 42 + 2.10</text>` +
  rect(0, 1120, WIDTH, 90, '#85817a') +
  rule(between(next, 500, 540), 880, 1, 560);
