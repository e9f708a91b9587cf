// Scenes of the underground garage and the plant rooms.
import {
  area,
  BLUR,
  between,
  defs,
  downwards,
  group,
  HEIGHT,
  line,
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

/** A parking bay with water from the joint between wall and slab. */
export const garageWater: Scene = (next) =>
  defs(
    BLUR,
    downwards('wall', '#a9aaa6', '#8f908c'),
    downwards('floor', '#77787a', '#8d8e8f'),
    downwards('ceiling', '#6e6f6e', '#858684'),
  ) +
  room(
    { left: 240, top: 280, right: 1360, bottom: 640 },
    { wall: 'url(#wall)', side: '#7f807d', floor: 'url(#floor)', ceiling: 'url(#ceiling)' },
  ) +
  times(4, (at) =>
    area(
      [
        [330 + at * 300, 640],
        [352 + at * 300, 640],
        [-140 + at * 640, HEIGHT],
        [-190 + at * 640, HEIGHT],
      ],
      '#e8e6da',
      { opacity: 0.85 },
    ),
  ) +
  `<text x="640" y="560" font-size="150" font-family="sans-serif" font-weight="700" fill="#e0b62c" opacity="0.9">7</text>` +
  rect(240, 280, 1120, 34, '#e0b62c', { opacity: 0.35 }) +
  times(3, (at) => rect(300 + at * 400, 150, 320, 24, '#f4f6ef', { opacity: 0.9 })) +
  path(
    `M380 640 q ${between(next, 60, 120)} 90 420 60 q 420 -30 560 110 q 60 160 -260 190 q -520 60 -700 -80 q -140 -150 -20 -280z`,
    {
      fill: '#3f4a52',
      opacity: 0.75,
    },
  ) +
  path('M520 700 q 220 50 480 10 q 120 30 60 90 q -300 70 -560 -10z', {
    fill: '#a9bccb',
    opacity: 0.4,
    filter: 'url(#hazy)',
  }) +
  times(7, () =>
    line([between(next, 360, 1200), 420], [between(next, 360, 1200), 640], '#5d605f', between(next, 6, 16), {
      opacity: 0.35,
    }),
  );

/** A sprinkler pipe under the slab, with the clear height measured below it. */
export const sprinkler: Scene = (next) => {
  const y = between(next, 430, 480);
  return (
    defs(BLUR, downwards('slab', '#9a9b97', '#b0b1ad'), downwards('pipe', '#e2553f', '#b02a1c', '#7e1c12')) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#slab)') +
    times(10, (at) => line([0, at * 130 + 20], [WIDTH, at * 126], '#868783', 3, { opacity: 0.6 })) +
    rect(0, y + 90, WIDTH, 60, '#000', { opacity: 0.25, filter: 'url(#soft)' }) +
    times(3, (at) => rect(300 + at * 480, 0, 14, y + 20, '#5f6569') + rect(264 + at * 480, y - 16, 86, 18, '#5f6569')) +
    rect(-20, y, WIDTH + 40, 92, 'url(#pipe)') +
    times(2, (at) => rect(470 + at * 620, y - 10, 70, 112, '#8d2216')) +
    times(2, (at) => {
      const x = 760 + at * 560;
      return (
        rect(x - 16, y + 90, 32, 70, '#a02a1d') +
        area(
          [
            [x - 40, y + 160],
            [x + 40, y + 160],
            [x + 22, y + 210],
            [x - 22, y + 210],
          ],
          '#c9a24a',
        ) +
        rect(x - 60, y + 210, 120, 12, '#b8913c') +
        rect(x - 5, y + 168, 10, 44, '#d83a30')
      );
    }) +
    line([230, y + 100], [230, HEIGHT], '#e8c94a', 44) +
    times(11, (at) => line([208, y + 130 + at * 62], [at % 2 ? 230 : 252, y + 130 + at * 62], '#2b2415', 4)) +
    area(
      [
        [0, 1060],
        [WIDTH, 1010],
        [WIDTH, HEIGHT],
        [0, HEIGHT],
      ],
      '#77787a',
    )
  );
};

/** A concrete column with a broken edge and the reinforcement exposed. */
export const column: Scene = (next) => {
  const top = between(next, 470, 540);
  return (
    defs(
      BLUR,
      sideways('face', '#b4b4af', '#c6c6c1'),
      sideways('side', '#84847f', '#747470'),
      downwards('far', '#5c5e60', '#76787a'),
    ) +
    rect(0, 0, WIDTH, HEIGHT, 'url(#far)') +
    area(
      [
        [0, 900],
        [WIDTH, 900],
        [WIDTH, HEIGHT],
        [0, HEIGHT],
      ],
      '#83847f',
    ) +
    rect(540, 0, 500, 1090, 'url(#face)') +
    area(
      [
        [1040, 0],
        [1290, 0],
        [1290, 980],
        [1040, 1090],
      ],
      'url(#side)',
    ) +
    times(5, (at) => rect(540, 760 + at * 62, 500, 30, at % 2 ? '#e0b62c' : '#2c2c2a', { opacity: 0.85 })) +
    times(24, () =>
      oval(between(next, 560, 1020), between(next, 20, 700), between(next, 2, 7), between(next, 2, 6), '#7d7d79', {
        opacity: 0.7,
      }),
    ) +
    path(`M1046 ${top} l -90 40 l -40 90 l 50 110 l -20 80 l 70 90 l 30 20 l 90 -60 l 20 -110 l -40 -120 l 10 -90z`, {
      fill: '#6f665c',
    }) +
    times(26, () =>
      oval(
        between(next, 960, 1090),
        between(next, top + 50, top + 380),
        between(next, 6, 20),
        between(next, 5, 15),
        '#91877b',
        { opacity: 0.8 },
      ),
    ) +
    line([1010, top + 10], [1000, top + 420], '#7a4528', 22) +
    line([940, top + 190], [1090, top + 170], '#8a563a', 14) +
    times(9, () =>
      area(
        [
          [between(next, 900, 1200), 1120],
          [between(next, 900, 1200), 1100],
          [between(next, 980, 1240), 1150],
        ],
        '#a9a59d',
      ),
    ) +
    rule(640, top + 460, -84, 420)
  );
};

/** Heating pipes in the plant room: two insulated, one bare. */
export const bareFlow: Scene = (next) =>
  defs(
    BLUR,
    downwards('wall', '#dad7cf', '#bcb8ae'),
    sideways('foil', '#9b9fa3', '#f4f6f7', '#a8acb0'),
    sideways('steel', '#4c3a34', '#a4735e', '#5b423a'),
  ) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
  times(3, (at) => {
    const x = 330 + at * 400;
    const bare = at === 1;
    const half = bare ? 44 : 110;
    return (
      rect(x - half + 26, 0, half * 2, HEIGHT, '#000', { opacity: 0.2, filter: 'url(#soft)' }) +
      rect(x - half, 0, half * 2, HEIGHT, bare ? 'url(#steel)' : 'url(#foil)') +
      (bare ? '' : times(4, (ring) => rect(x - half - 3, 120 + ring * 300, half * 2 + 6, 14, '#7f8488'))) +
      rect(x - 130, 930, 260, 30, '#60666b') +
      (bare
        ? rect(x - 70, 470, 140, 120, '#8c6d2f', { rx: 10 }) +
          oval(x, 520, 60, 60, '#d23a30') +
          oval(x, 520, 24, 24, '#8d231b')
        : rect(x - 66, 380, 132, 74, at ? '#2c6bb5' : '#d23a30') +
          area(
            [
              [x - 40, 436],
              [x + 40, 436],
              [x, 396],
            ],
            '#fff',
          ))
    );
  }) +
  times(16, () => oval(730 + between(next, -34, 34), between(next, 640, 900), 5, 9, '#cfe2ee', { opacity: 0.8 })) +
  rect(0, 1080, WIDTH, 120, '#8b8880') +
  rect(1240, 640, 230, 300, '#e8e9e6', { stroke: '#9ea2a4', 'stroke-width': 8 }) +
  oval(1355, 740, 70, 70, '#fff', { stroke: '#4b5054', 'stroke-width': 8 }) +
  line([1355, 740], [between(next, 1310, 1330), 700], '#d23a30', 8);

/** The earthing bar below the main switchboard, its strap hanging loose. */
export const earthing: Scene = (next) =>
  defs(BLUR, downwards('wall', '#b7b8b3', '#a2a39e'), downwards('copper', '#e7a873', '#b9703c', '#8c4c24')) +
  rect(0, 0, WIDTH, HEIGHT, 'url(#wall)') +
  times(36, () =>
    oval(between(next, 0, WIDTH), between(next, 0, HEIGHT), between(next, 3, 9), between(next, 3, 8), '#8a8b86', {
      opacity: 0.6,
    }),
  ) +
  rect(200, 0, 1200, 230, '#d5d9db', { stroke: '#8f969b', 'stroke-width': 10 }) +
  times(4, (at) => rect(250 + at * 290, 40, 240, 150, '#c3c8cb', { stroke: '#9aa1a6', 'stroke-width': 4 })) +
  rect(260, 520, 1080, 84, 'url(#copper)') +
  times(9, (at) => oval(330 + at * 118, 562, 26, 26, '#8b8f92') + oval(330 + at * 118, 562, 13, 13, '#5c6063')) +
  times(
    7,
    (at) =>
      path(`M${330 + at * 118} 590 q ${between(next, -30, 30)} 180 ${between(next, -20, 20)} 640`, {
        stroke: '#6fae3c',
        'stroke-width': 30,
      }) +
      path(`M${330 + at * 118} 590 q ${between(next, -30, 30)} 180 0 640`, { stroke: '#e5d23c', 'stroke-width': 9 }),
  ) +
  path(`M1156 620 q 80 160 ${between(next, 190, 260)} 170 q 120 20 160 240`, {
    stroke: '#9aa0a3',
    'stroke-width': 52,
  }) +
  path('M1156 620 q 80 160 220 170 q 120 20 160 240', {
    stroke: '#6f7578',
    'stroke-width': 6,
    'stroke-dasharray': '12 8',
  }) +
  oval(1150, 640, 20, 20, '#b7bcbf') +
  group(oval(1140, 600, 150, 130, 'none', { stroke: '#d4232b', 'stroke-width': 11 }), {});
