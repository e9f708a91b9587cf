// Fast Fourier transform of square complex fields, in place. Sides are powers of two.

export type Field = { readonly size: number; readonly re: Float32Array; readonly im: Float32Array };

export const emptyField = (size: number): Field => ({
  size,
  re: new Float32Array(size * size),
  im: new Float32Array(size * size),
});

/**
 * Creates the transform for fields of one size, forwards or backwards (not divided by the number of elements). The
 * forward result is transposed; the backward transform restores the orientation.
 */
export function createFourier(size: number) {
  const bits = Math.log2(size);
  if (!Number.isInteger(bits)) throw new RangeError('a side is not a power of two');
  const swapped = Uint32Array.from({ length: size }, (_, i) => {
    let mirrored = 0;
    for (let bit = 0; bit < bits; bit++) if (i & (1 << bit)) mirrored |= 1 << (bits - 1 - bit);
    return mirrored;
  });
  const cos = Float32Array.from({ length: size / 2 }, (_, i) => Math.cos((2 * Math.PI * i) / size));
  const sin = Float32Array.from({ length: size / 2 }, (_, i) => Math.sin((2 * Math.PI * i) / size));
  const lineRe = new Float32Array(size);
  const lineIm = new Float32Array(size);

  function line(re: Float32Array, im: Float32Array, start: number, way: number): void {
    for (let i = 0; i < size; i++) {
      const from = start + (swapped[i] as number);
      lineRe[i] = re[from] as number;
      lineIm[i] = im[from] as number;
    }
    sumPairs();
    for (let half = 2; half < size; half *= 2) {
      const stride = size / (2 * half);
      for (let i = 0; i < half; i++) {
        const c = cos[i * stride] as number;
        const s = way * (sin[i * stride] as number);
        for (let a = i; a < size; a += 2 * half) {
          const b = a + half;
          const br = lineRe[b] as number;
          const bi = lineIm[b] as number;
          const tr = br * c - bi * s;
          const ti = br * s + bi * c;
          const ar = lineRe[a] as number;
          const ai = lineIm[a] as number;
          lineRe[b] = ar - tr;
          lineIm[b] = ai - ti;
          lineRe[a] = ar + tr;
          lineIm[a] = ai + ti;
        }
      }
    }
    re.set(lineRe, start);
    im.set(lineIm, start);
  }

  /** The first step: neighbours, not rotated. */
  function sumPairs(): void {
    for (let a = 0; a < size; a += 2) {
      const ar = lineRe[a] as number;
      const ai = lineIm[a] as number;
      const br = lineRe[a + 1] as number;
      const bi = lineIm[a + 1] as number;
      lineRe[a] = ar + br;
      lineIm[a] = ai + bi;
      lineRe[a + 1] = ar - br;
      lineIm[a + 1] = ai - bi;
    }
  }

  /** A drawing covers only a part of its canvas: what is empty stays so. */
  function isEmpty({ re, im }: Field, start: number): boolean {
    for (let i = start; i < start + size; i++) if (re[i] !== 0 || im[i] !== 0) return false;
    return true;
  }

  return (field: Field, way: 'forwards' | 'backwards'): void => {
    const { re, im } = field;
    const sign = way === 'forwards' ? -1 : 1;
    for (let y = 0; y < size; y++) if (!isEmpty(field, y * size)) line(re, im, y * size, sign);
    flip(re, size);
    flip(im, size);
    for (let x = 0; x < size; x++) line(re, im, x * size, sign);
  };
}

/** Transposes the field in place. */
function flip(field: Float32Array, size: number): void {
  for (let y = 0; y < size; y++) {
    for (let x = y + 1; x < size; x++) {
      const held = field[y * size + x] as number;
      field[y * size + x] = field[x * size + y] as number;
      field[x * size + y] = held;
    }
  }
}
