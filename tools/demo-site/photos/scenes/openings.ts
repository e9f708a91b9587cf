// Scenes of windows, doors and the facade.
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

export const windowFilm: Scene = (next) => {
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

export const doorFrame: Scene = (next) => {
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

export const facade: Scene = (next) => {
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
