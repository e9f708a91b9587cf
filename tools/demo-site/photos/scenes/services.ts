// Scenes of building services.
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
  rule,
  sideways,
  times,
  WIDTH,
} from '../draw.ts';
import type { Scene } from './scene.ts';

export const sockets: Scene = (next) => {
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

export const fireStop: Scene = (next) => {
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

export const ducts: Scene = (next) => {
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

export const cabinet: Scene = (next) => {
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
