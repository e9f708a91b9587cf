// Rough search: every rotation the line directions allow, every scale, and for each the shift at which most lines meet.
import { createFourier, emptyField, type Field } from './fft.ts';
import { drawOnCanvas, type Grey, type PixelRotation, rotationOf, shrunk, turned } from './grey.ts';

/** Side of the canvas for both drawings, and the longest side of a drawing on it, in pixels. */
type CanvasSize = { readonly canvas: number; readonly sheet: number };
/** All rotations and scales are tried on a small canvas, the best of them again on a larger one. */
const COARSE_SEARCH: CanvasSize = { canvas: 128, sheet: 84 };
const FINE_SEARCH: CanvasSize = { canvas: 256, sheet: 168 };
const REFINED_CANDIDATES = 72;
const MIN_SCALE = 0.36;
const MAX_SCALE = 2.8;
const SCALE_STEP = 0.035;
const BINS = 720;
const DIRECTIONS = 5;
const MIN_CANDIDATE_DISTANCE = 3;
/** Tolerance in pixels for the error of a rough rotation and scale. */
const BLUR = 1.1;

export type Candidate = { readonly turn: PixelRotation; readonly score: number };

/** Histogram of line directions over half a turn, weighted by edge strength. */
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
      // Scharr weights: nearly rotation-invariant.
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
  return normalisedHistogram(found);
}

/** Smoothed, compressed and zero-mean, so that a few long walls do not hide all other directions. */
function normalisedHistogram(found: Float32Array): Float32Array {
  const smooth = found.map((_, i) => {
    let sum = 0;
    for (let off = -4; off <= 4; off++) sum += (found[(i + off + BINS) % BINS] as number) * Math.exp(-(off * off) / 6);
    return Math.sqrt(sum);
  });
  const mean = smooth.reduce((sum, value) => sum + value, 0) / BINS;
  return smooth.map((value) => value - mean);
}

/** Candidate rotations of the new drawing, in radians. */
function likelyAngles(fixed: Grey, moving: Grey): number[] {
  const a = directions(shrunk(fixed, 800));
  const b = directions(shrunk(moving, 800));
  const fit = Float32Array.from({ length: BINS }, (_, shift) => {
    let sum = 0;
    for (let i = 0; i < BINS; i++) sum += (a[(i + shift) % BINS] as number) * (b[i] as number);
    return sum;
  });
  const gap = (MIN_CANDIDATE_DISTANCE / 180) * BINS;
  const peaks: number[] = [];
  const ranked = [...fit.keys()].sort((i, j) => (fit[j] as number) - (fit[i] as number));
  for (const bin of ranked) {
    if (peaks.length === DIRECTIONS) break;
    const far = (other: number) => Math.min(Math.abs(other - bin), BINS - Math.abs(other - bin)) >= gap;
    if (peaks.every(far)) peaks.push(bin);
  }
  // Line directions are ambiguous by half a turn, so both rotations are candidates.
  return peaks.flatMap((bin) => [(bin / BINS) * Math.PI, (bin / BINS) * Math.PI + Math.PI]);
}

/** Lines as a complex field with doubled angles: perpendicular lines then count against a match. */
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

/** Gaussian blur as factors in the frequency domain: both drawings may be off by a pixel or two. */
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

/** Candidate transforms from the new drawing to the old one, best first, in pixels of the given images. */
export function findCandidates(fixed: Grey, moving: Grey, most: number): Candidate[] {
  const all: CandidateTransform[] = [];
  for (const angle of likelyAngles(fixed, moving)) {
    for (let scale = MIN_SCALE; scale <= MAX_SCALE; scale *= 1 + SCALE_STEP) all.push({ angle, scale });
  }
  const first = new Map<CandidateTransform, number>();
  scoreCandidates(COARSE_SEARCH, fixed, moving, all, (one, _turn, score) =>
    first.set(one, Math.max(score, first.get(one) ?? 0)),
  );
  const better = [...first].sort((a, b) => b[1] - a[1]).slice(0, REFINED_CANDIDATES);
  const guesses: Candidate[] = [];
  scoreCandidates(
    FINE_SEARCH,
    fixed,
    moving,
    better.map(([one]) => one),
    (_one, rotation, score) => guesses.push({ turn: rotation, score }),
  );
  return distinct(
    guesses.sort((a, b) => b.score - a.score),
    fixed,
    moving,
    most,
  );
}

type CandidateTransform = { readonly angle: number; readonly scale: number };

/** Reports for each candidate the best shifts and the share of lines that meet there. */
function scoreCandidates(
  { canvas, sheet }: CanvasSize,
  fixed: Grey,
  moving: Grey,
  tries: readonly CandidateTransform[],
  found: (one: CandidateTransform, rotation: PixelRotation, score: number) => void,
): void {
  const smallFixed = shrunk(fixed, sheet);
  const smallMoving = shrunk(moving, sheet);
  const toFixed = Math.max(fixed.width, fixed.height) / Math.max(smallFixed.width, smallFixed.height);
  const toMoving = Math.max(moving.width, moving.height) / Math.max(smallMoving.width, smallMoving.height);
  const fourier = createFourier(canvas);
  const margin = { x: (canvas - smallFixed.width) / 2, y: (canvas - smallFixed.height) / 2 };
  const still = lineField(drawOnCanvas(canvas, smallFixed, rotationOf(1, 0, margin.x, margin.y)), canvas);
  fourier(still.field, 'forwards');
  const blur = blurFactors(canvas, BLUR);
  for (let i = 0; i < blur.length; i++) {
    still.field.re[i] = (still.field.re[i] as number) * (blur[i] as number);
    still.field.im[i] = (still.field.im[i] as number) * (blur[i] as number);
  }
  const reduced = smaller(smallMoving);
  for (const attempt of tries) {
    // Downscaled by averaging first: otherwise thin lines would fall between the pixels.
    const { grey, factor } = reduced(attempt.scale);
    const centred = aboutCentre(canvas, grey, attempt.scale / factor, attempt.angle);
    const { field, energy } = lineField(drawOnCanvas(canvas, grey, centred), canvas);
    if (energy === 0) continue;
    fourier(field, 'forwards');
    multiply(field, still.field);
    fourier(field, 'backwards');
    const norm = canvas * canvas * Math.sqrt(energy * still.energy);
    for (const peak of peaksOf(field)) {
      const rotation = rotationOf(
        attempt.scale,
        attempt.angle,
        centred.u + peak.dx - margin.x,
        centred.v + peak.dy - margin.y,
      );
      found(attempt, enlarged(rotation, toFixed, toMoving), peak.value / norm);
    }
  }
}

/** Removes duplicates: neighbouring scales find the same position. */
function distinct(ranked: readonly Candidate[], fixed: Grey, moving: Grey, most: number): Candidate[] {
  const near = (0.05 * Math.max(fixed.width, fixed.height)) ** 2;
  const positions = [
    [0.25, 0.25],
    [0.75, 0.75],
  ].map(([x = 0, y = 0]) => [x * moving.width, y * moving.height] as const);
  const kept: { guess: Candidate; at: { x: number; y: number }[] }[] = [];
  for (const guess of ranked) {
    if (kept.length === most) break;
    const at = positions.map(([x, y]) => turned(guess.turn, x, y));
    const known = kept.some((other) =>
      other.at.every((position, i) => {
        const mine = at[i];
        return mine !== undefined && (position.x - mine.x) ** 2 + (position.y - mine.y) ** 2 < near;
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

function aboutCentre(canvas: number, grey: Grey, scale: number, angle: number): PixelRotation {
  const { p, q } = rotationOf(scale, angle);
  const cx = grey.width / 2;
  const cy = grey.height / 2;
  return { p, q, u: canvas / 2 - p * cx + q * cy, v: canvas / 2 - q * cx - p * cy };
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

/** The two best shifts of one candidate, a minimum distance apart. */
function peaksOf({ re, size }: Field): { dx: number; dy: number; value: number }[] {
  const found: { dx: number; dy: number; value: number }[] = [];
  for (let round = 0; round < 2; round++) {
    let best = -1;
    let value = 0;
    for (let i = 0; i < re.length; i++) {
      if ((re[i] as number) > value) {
        const dx = wrapped(i % size, size);
        const dy = wrapped(Math.floor(i / size), size);
        if (found.some((peak) => Math.hypot(peak.dx - dx, peak.dy - dy) < 6)) continue;
        best = i;
        value = re[i] as number;
      }
    }
    if (best < 0) break;
    found.push({ dx: wrapped(best % size, size), dy: wrapped(Math.floor(best / size), size), value });
  }
  return found;
}

const wrapped = (at: number, size: number): number => (at > size / 2 ? at - size : at);

/** Converts from pixels of the downscaled images to pixels of the given ones. */
function enlarged({ p, q, u, v }: PixelRotation, toFixed: number, toMoving: number): PixelRotation {
  return { p: (p * toFixed) / toMoving, q: (q * toFixed) / toMoving, u: u * toFixed, v: v * toFixed };
}
