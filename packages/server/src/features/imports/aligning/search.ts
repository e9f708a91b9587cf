// The first, rough look: every turn that the lines' directions allow, every scale, and for each the shift at which most lines meet.
import { createFourier, emptyField, type Field } from './fft.ts';
import { type Grey, laidOn, shrunk, type Turn, turned, turnOf } from './grey.ts';

/** Side of the canvas both drawings are laid on, and the longest side of a drawing on it. */
const CANVAS = 256;
const SHEET = 168;
const SMALLEST = 0.36;
const LARGEST = 2.8;
const SCALE_STEP = 0.035;
const BINS = 720;
const DIRECTIONS = 4;
const KEPT_APART = 3;

export type Guess = { readonly turn: Turn; readonly score: number };

/** How much line runs in each direction, over half a turn. */
function directions(grey: Grey): Float32Array {
  const { width, height, ink } = grey;
  const found = new Float32Array(BINS);
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const i = y * width + x;
      const n = ink[i - width] as number;
      const s = ink[i + width] as number;
      const w = ink[i - 1] as number;
      const e = ink[i + 1] as number;
      const nw = ink[i - width - 1] as number;
      const ne = ink[i - width + 1] as number;
      const sw = ink[i + width - 1] as number;
      const se = ink[i + width + 1] as number;
      // Scharr's weights: hardly any preference for a direction.
      const dx = 3 * (ne + se - nw - sw) + 10 * (e - w);
      const dy = 3 * (sw + se - nw - ne) + 10 * (s - n);
      const strength = Math.hypot(dx, dy) / 32;
      if (strength < 0.04) continue;
      const angle = Math.atan2(dy, dx);
      const bin = ((((angle / Math.PI) * BINS) % BINS) + BINS) % BINS;
      const low = Math.floor(bin) % BINS;
      const share = bin - Math.floor(bin);
      const weight = Math.min(strength, 0.25);
      found[low] = (found[low] as number) + weight * (1 - share);
      const next = (low + 1) % BINS;
      found[next] = (found[next] as number) + weight * share;
    }
  }
  return settledHistogram(found);
}

/** Smoothed, damped and without its mean: a few long walls must not hide all other directions. */
function settledHistogram(found: Float32Array): Float32Array {
  const smooth = found.map((_, i) => {
    let sum = 0;
    for (let off = -4; off <= 4; off++) sum += (found[(i + off + BINS) % BINS] as number) * Math.exp(-(off * off) / 6);
    return Math.sqrt(sum);
  });
  const mean = smooth.reduce((sum, value) => sum + value, 0) / BINS;
  return smooth.map((value) => value - mean);
}

/** Angles by which the new drawing may be turned, in radians, best first: the peaks and what stands square to them. */
function likelyAngles(fixed: Grey, moving: Grey): number[] {
  const a = directions(shrunk(fixed, 800));
  const b = directions(shrunk(moving, 800));
  const fit = Float32Array.from({ length: BINS }, (_, shift) => {
    let sum = 0;
    for (let i = 0; i < BINS; i++) sum += (a[(i + shift) % BINS] as number) * (b[i] as number);
    return sum;
  });
  const gap = (KEPT_APART / 180) * BINS;
  const peaks: number[] = [];
  const ranked = [...fit.keys()].sort((i, j) => (fit[j] as number) - (fit[i] as number));
  for (const bin of ranked) {
    if (peaks.length === DIRECTIONS) break;
    const far = (other: number) => Math.min(Math.abs(other - bin), BINS - Math.abs(other - bin)) >= gap;
    if (peaks.every(far)) peaks.push(bin);
  }
  const angles: number[] = [];
  for (const bin of peaks) {
    for (const quarter of [0, 1, 2, 3]) {
      const angle = (bin / BINS) * Math.PI + (quarter * Math.PI) / 2;
      const same = (other: number) => Math.abs(Math.sin((other - angle) / 2)) < ((KEPT_APART / 2) * Math.PI) / 180 / 2;
      if (!angles.some(same)) angles.push(angle);
    }
  }
  return angles;
}

/** Lines as a field of directions of twice the angle: lines that meet square to each other speak against a match. */
function lineField(ink: Float32Array, size: number): { field: Field; energy: number } {
  const field = emptyField(size);
  let energy = 0;
  for (let y = 1; y < size - 1; y++) {
    for (let x = 1; x < size - 1; x++) {
      const i = y * size + x;
      const nw = ink[i - size - 1] as number;
      const ne = ink[i - size + 1] as number;
      const sw = ink[i + size - 1] as number;
      const se = ink[i + size + 1] as number;
      const dx = 3 * (ne + se - nw - sw) + 10 * ((ink[i + 1] as number) - (ink[i - 1] as number));
      const dy = 3 * (sw + se - nw - ne) + 10 * ((ink[i + size] as number) - (ink[i - size] as number));
      const square = dx * dx + dy * dy;
      if (square < 1e-4) continue;
      const strength = Math.sqrt(square) / 32;
      const weight = strength / (strength + 0.08) / square;
      const re = (dx * dx - dy * dy) * weight;
      const im = 2 * dx * dy * weight;
      field.re[i] = re;
      field.im[i] = im;
      energy += re * re + im * im;
    }
  }
  return { field, energy };
}

/** Blurring in the frequency domain, as a factor for each place: both drawings may be off by a pixel or two. */
function blurFactors(size: number, radius: number): Float32Array {
  const one = Float32Array.from({ length: size }, (_, i) => {
    const frequency = Math.min(i, size - i) / size;
    return Math.exp(-2 * (Math.PI * radius * frequency) ** 2);
  });
  return Float32Array.from(
    { length: size * size },
    (_, i) => (one[i % size] as number) * (one[Math.floor(i / size)] as number),
  );
}

/** Places of the new drawing on the old one worth a closer look, best first, in pixels of the given pictures. */
export function roughGuesses(fixed: Grey, moving: Grey, most: number): Guess[] {
  const smallFixed = shrunk(fixed, SHEET);
  const smallMoving = shrunk(moving, SHEET);
  const toFixed = Math.max(fixed.width, fixed.height) / Math.max(smallFixed.width, smallFixed.height);
  const toMoving = Math.max(moving.width, moving.height) / Math.max(smallMoving.width, smallMoving.height);
  const fourier = createFourier(CANVAS);
  const blur = blurFactors(CANVAS, 1.1);
  const margin = { x: (CANVAS - smallFixed.width) / 2, y: (CANVAS - smallFixed.height) / 2 };
  const still = lineField(laidOn(CANVAS, smallFixed, turnOf(1, 0, margin.x, margin.y)), CANVAS);
  fourier(still.field, 'forwards');
  for (let i = 0; i < blur.length; i++) {
    still.field.re[i] = (still.field.re[i] as number) * (blur[i] as number);
    still.field.im[i] = (still.field.im[i] as number) * (blur[i] as number);
  }
  const guesses: Guess[] = [];
  const halves = smaller(smallMoving);
  for (const angle of likelyAngles(fixed, moving)) {
    for (let scale = SMALLEST; scale <= LARGEST; scale *= 1 + SCALE_STEP) {
      // Averaged first where it is laid on smaller: thin lines would fall between the pixels.
      const { grey, factor } = halves(scale);
      const centred = aboutCentre(grey, scale / factor, angle);
      const { field, energy } = lineField(laidOn(CANVAS, grey, centred), CANVAS);
      if (energy === 0) continue;
      fourier(field, 'forwards');
      multiply(field, still.field);
      fourier(field, 'backwards');
      const norm = CANVAS * CANVAS * Math.sqrt(energy * still.energy);
      for (const peak of peaksOf(field)) {
        const { u, v } = centred;
        const full = turnOf(scale, angle, u + peak.dx - margin.x, v + peak.dy - margin.y);
        guesses.push({ turn: enlarged(full, toFixed, toMoving), score: peak.value / norm });
      }
    }
  }
  return distinct(
    guesses.sort((a, b) => b.score - a.score),
    fixed,
    moving,
    most,
  );
}

/** Neighbouring scales find the same place; each is looked at once. */
function distinct(ranked: readonly Guess[], fixed: Grey, moving: Grey, most: number): Guess[] {
  const near = (0.05 * Math.max(fixed.width, fixed.height)) ** 2;
  const spots = [
    [0.25, 0.25],
    [0.75, 0.75],
  ].map(([x = 0, y = 0]) => [x * moving.width, y * moving.height] as const);
  const kept: { guess: Guess; at: { x: number; y: number }[] }[] = [];
  for (const guess of ranked) {
    if (kept.length === most) break;
    const at = spots.map(([x, y]) => turned(guess.turn, x, y));
    const known = kept.some((other) =>
      other.at.every((spot, i) => {
        const mine = at[i];
        return mine !== undefined && (spot.x - mine.x) ** 2 + (spot.y - mine.y) ** 2 < near;
      }),
    );
    if (!known) kept.push({ guess, at });
  }
  return kept.map(({ guess }) => guess);
}

function smaller(grey: Grey) {
  const longest = Math.max(grey.width, grey.height);
  const sizes = [1, 0.75, 0.5].map((share) => ({ grey: shrunk(grey, Math.round(longest * share)) }));
  const known = sizes.map(({ grey: one }) => ({ grey: one, factor: Math.max(one.width, one.height) / longest }));
  return (scale: number) => {
    const fitting = [...known].reverse().find(({ factor }) => factor >= Math.min(1, scale));
    return fitting ?? { grey, factor: 1 };
  };
}

function aboutCentre(grey: Grey, scale: number, angle: number): Turn {
  const { p, q } = turnOf(scale, angle);
  const cx = grey.width / 2;
  const cy = grey.height / 2;
  return { p, q, u: CANVAS / 2 - p * cx + q * cy, v: CANVAS / 2 - q * cx - p * cy };
}

/** still · conjugate(field), into `field`. */
function multiply(field: Field, still: Field): void {
  const { re, im } = field;
  for (let i = 0; i < re.length; i++) {
    const a = re[i] as number;
    const b = im[i] as number;
    const c = still.re[i] as number;
    const d = still.im[i] as number;
    re[i] = a * c + b * d;
    im[i] = a * d - b * c;
  }
}

/** The two best shifts of one try, kept apart. */
function peaksOf({ re }: Field): { dx: number; dy: number; value: number }[] {
  const found: { dx: number; dy: number; value: number }[] = [];
  for (let round = 0; round < 2; round++) {
    let best = -1;
    let value = 0;
    for (let i = 0; i < re.length; i++) {
      if ((re[i] as number) > value) {
        const dx = wrapped(i % CANVAS);
        const dy = wrapped(Math.floor(i / CANVAS));
        if (found.some((peak) => Math.hypot(peak.dx - dx, peak.dy - dy) < 6)) continue;
        best = i;
        value = re[i] as number;
      }
    }
    if (best < 0) break;
    found.push({ dx: wrapped(best % CANVAS), dy: wrapped(Math.floor(best / CANVAS)), value });
  }
  return found;
}

const wrapped = (at: number): number => (at > CANVAS / 2 ? at - CANVAS : at);

/** From pixels of the small pictures to pixels of the given ones. */
function enlarged({ p, q, u, v }: Turn, toFixed: number, toMoving: number): Turn {
  return { p: (p * toFixed) / toMoving, q: (q * toFixed) / toMoving, u: u * toFixed, v: v * toFixed };
}
