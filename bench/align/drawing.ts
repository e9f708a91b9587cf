// Generates floor plans as lists of strokes: walls, doors, windows, stairs, axes, dimensions, furniture, hatches and
// text. The case number determines the plan. A changed plan omits some strokes and adds as many new ones.

export type Rng = () => number;

export function numbersFrom(seed: number): Rng {
  let state = (seed * 0x9e3779b1) >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** SVG strokes, in a building of 1000 × `height` units. */
export type Building = { readonly height: number; readonly strokes: readonly string[] };

const between = (rng: Rng, low: number, high: number) => low + (high - low) * rng();
const n = (value: number) => value.toFixed(2);
const line = (x1: number, y1: number, x2: number, y2: number, width: number, more = '') =>
  `<path d="M${n(x1)} ${n(y1)}L${n(x2)} ${n(y2)}" stroke-width="${n(width)}" ${more}/>`;

type Room = { x: number; y: number; w: number; h: number };

function rooms(rng: Rng, room: Room, depth: number): Room[] {
  const { x, y, w, h } = room;
  if (depth === 0 || Math.max(w, h) < 110 || (depth < 3 && rng() < 0.12)) return [room];
  const share = between(rng, 0.3, 0.7);
  const [a, b]: [Room, Room] =
    w > h * between(rng, 0.7, 1.4)
      ? [
          { x, y, w: w * share, h },
          { x: x + w * share, y, w: w * (1 - share), h },
        ]
      : [
          { x, y, w, h: h * share },
          { x, y: y + h * share, w, h: h * (1 - share) },
        ];
  return [...rooms(rng, a, depth - 1), ...rooms(rng, b, depth - 1)];
}

const WORDS = [
  'Office',
  'Corridor',
  'WC',
  'Store',
  'Flat 3',
  'Kitchen',
  'Bath',
  'Shaft',
  'Lobby',
  'Plant',
  'Stair',
  'Lift',
];

function furnish(rng: Rng, { x, y, w, h }: Room): string[] {
  const created: string[] = [];
  const at = () => ({ px: between(rng, x + 12, x + w - 12), py: between(rng, y + 12, y + h - 12) });
  const walls = between(rng, 2.5, 5);
  created.push(line(x, y, x + w, y, walls), line(x, y, x, y + h, walls));
  const door = between(rng, 14, 22);
  if (w > 60 && h > 60) {
    const dx = between(rng, x + 10, x + w - door - 10);
    created.push(
      `<path d="M${n(dx)} ${n(y)}L${n(dx)} ${n(y + door)}A${n(door)} ${n(door)} 0 0 0 ${n(dx + door)} ${n(y)}" stroke-width="1"/>`,
    );
  }
  const { px, py } = at();
  const word = WORDS[Math.floor(rng() * WORDS.length)] ?? '';
  created.push(`<text x="${n(px - 15)}" y="${n(py)}" font-size="9" fill="#000" stroke="none">${word}</text>`);
  created.push(
    `<text x="${n(px - 15)}" y="${n(py + 10)}" font-size="6" fill="#000" stroke="none">${(w * h * 0.004).toFixed(2)} m²</text>`,
  );
  for (let i = Math.floor(rng() * 4); i > 0; i--) {
    const position = at();
    const bw = between(rng, 6, Math.min(40, w / 3));
    const bh = between(rng, 6, Math.min(30, h / 3));
    created.push(
      `<rect x="${n(position.px)}" y="${n(position.py)}" width="${n(bw)}" height="${n(bh)}" stroke-width="0.8"/>`,
    );
  }
  if (rng() < 0.25) {
    const position = at();
    created.push(
      `<circle cx="${n(position.px)}" cy="${n(position.py)}" r="${n(between(rng, 4, 14))}" stroke-width="0.8"/>`,
    );
  }
  if (rng() < 0.15) {
    const step = between(rng, 4, 7);
    const parts: string[] = [];
    for (let s = x + 8; s < x + Math.min(w, 70); s += step)
      parts.push(`M${n(s)} ${n(y + 8)}V${n(y + Math.min(h, 40))}`);
    created.push(`<path d="${parts.join('')}" stroke-width="0.7"/>`);
  }
  if (rng() < 0.1) {
    const parts: string[] = [];
    for (let s = 0; s < Math.min(w, h); s += 5) parts.push(`M${n(x + s)} ${n(y)}L${n(x)} ${n(y + s)}`);
    created.push(`<path d="${parts.join('')}" stroke-width="0.35"/>`);
  }
  return created;
}

function outlines(rng: Rng, height: number): string[] {
  const created: string[] = [];
  const outer = between(rng, 6, 10);
  created.push(line(0, 0, 1000, 0, outer), line(0, height, 1000, height, outer));
  created.push(line(0, 0, 0, height, outer), line(1000, 0, 1000, height, outer));
  for (let x = 0; x <= 1000; x += between(rng, 70, 160)) {
    created.push(line(x, -60, x, height + 60, 0.6, 'stroke-dasharray="14 4 2 4"'));
    created.push(`<circle cx="${n(x)}" cy="-72" r="11" stroke-width="0.8"/>`);
  }
  for (let y = 0; y <= height; y += between(rng, 80, 170)) {
    created.push(line(-60, y, 1060, y, 0.6, 'stroke-dasharray="14 4 2 4"'));
    created.push(`<circle cx="-72" cy="${n(y)}" r="11" stroke-width="0.8"/>`);
  }
  let at = 0;
  while (at < 1000) {
    const to = Math.min(1000, at + between(rng, 40, 150));
    created.push(line(at, -30, to, -30, 0.5), line(at - 3, -27, at + 3, -33, 1.2));
    created.push(
      `<text x="${n((at + to) / 2 - 8)}" y="-33" font-size="7" fill="#000" stroke="none">${((to - at) / 20).toFixed(2)}</text>`,
    );
    at = to;
  }
  return created;
}

export function building(rng: Rng): Building {
  const height = between(rng, 450, 850);
  const inside = rooms(rng, { x: 0, y: 0, w: 1000, h: height }, 5);
  return { height, strokes: [...outlines(rng, height), ...inside.flatMap((room) => furnish(rng, room))] };
}

/** A later revision of the same building, with a fraction `share` of its strokes replaced. */
export function changed(rng: Rng, { height, strokes }: Building, share: number): Building {
  const kept = strokes.filter(() => rng() >= share);
  const added: string[] = [];
  while (added.length < strokes.length - kept.length) {
    const w = between(rng, 40, 200);
    const h = between(rng, 40, 160);
    added.push(...furnish(rng, { x: between(rng, 0, 1000 - w), y: between(rng, 0, height - h), w, h }));
  }
  return { height, strokes: [...kept, ...added.slice(0, strokes.length - kept.length)] };
}

/** The border and the title block of a sheet; they do not move with the building. */
function frame(rng: Rng, width: number, height: number): string {
  const block = { x: width - 420, y: height - 260 };
  const rows = Array.from({ length: 6 }, (_, i) => line(block.x, block.y + 40 * i, width - 40, block.y + 40 * i, 1.5));
  const words = Array.from(
    { length: 10 },
    (_, i) =>
      `<text x="${n(block.x + 10 + (i % 2) * 190)}" y="${n(block.y + 28 + 40 * Math.floor(i / 2))}" font-size="${n(between(rng, 12, 24))}" fill="#000" stroke="none">${WORDS[Math.floor(rng() * WORDS.length)]} ${Math.floor(rng() * 999)}</text>`,
  );
  return `<rect x="40" y="40" width="${width - 80}" height="${height - 80}" stroke-width="3"/>${rows.join('')}${words.join('')}`;
}

export type Sheet = { readonly width: number; readonly height: number };
/** The transform from building units to its sheet. */
export type SheetPlacement = {
  readonly scale: number;
  readonly angle: number;
  readonly dx: number;
  readonly dy: number;
};

export function onPaper(
  rng: Rng,
  its: Building,
  { width, height }: Sheet,
  transform: SheetPlacement,
  pen: number,
): string {
  const cos = transform.scale * Math.cos(transform.angle);
  const sin = transform.scale * Math.sin(transform.angle);
  const matrix = [cos, sin, -sin, cos, transform.dx, transform.dy].map((value) => value.toFixed(6)).join(' ');
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<rect width="100%" height="100%" fill="#fff"/><g fill="none" stroke="#000" font-family="sans-serif">
<g transform="matrix(${matrix})"><g stroke-width="${pen}">${its.strokes.join('\n')}</g></g>${frame(rng, width, height)}</g></svg>`;
}
