// Draws baked storeys with WebGL 2: shaded faces, thin edges, a cut from above, one element in colour. Draws only when it is asked to.
// biome-ignore-all lint/correctness/useHookAtTopLevel: a call of WebGL that is no hook
import { type BakedStorey, RANGE } from './bake.ts';
import { type Chunk, chunksOf, isInPicture, pixelsOf, type Run } from './chunks.ts';
import { FIELD, type Size } from './rig.ts';

type Held = { mesh: WebGLVertexArrayObject; lines: WebGLVertexArrayObject; buffers: WebGLBuffer[]; chunks: Chunk[] };
type Part = 'solid' | 'glass' | 'lines';

export type Paint = {
  /** From metres to the picture. */
  matrix: Float32Array;
  eye: readonly [number, number, number];
  /** Nothing is drawn above this height. */
  cut: number;
  ground: readonly [number, number, number];
  ink: readonly [number, number, number];
  chosen?: { storey: number; element: number } | undefined;
  /** Of the picture on the screen. */
  size: Size;
  /** The camera moves and the device is slow: small things and edges wait until it rests. */
  coarse: boolean;
};

/** What is shorter than so many pixels is not drawn: at rest, and in a coarse picture. */
const UNSEEN = { fine: 0.75, coarse: 6 };

const FACES_VERTEX = `#version 300 es
layout(location = 0) in vec3 place;
layout(location = 1) in vec4 colour;
uniform mat4 matrix;
out vec3 at;
out vec4 tone;
void main() {
  at = place;
  tone = colour;
  gl_Position = matrix * vec4(place, 1.0);
}`;

const FACES_FRAGMENT = `#version 300 es
precision highp float;
in vec3 at;
in vec4 tone;
uniform vec3 eye;
uniform float cut;
uniform vec4 over;
uniform vec3 ink;
uniform bool cutting;
out vec4 result;
void main() {
  if (at.z > cut) discard;
  vec3 normal = normalize(cross(dFdx(at), dFdy(at)));
  vec3 sight = normalize(eye - at);
  float front = abs(dot(normal, sight));
  float sky = 0.5 + 0.5 * abs(normal.z);
  float side = 0.5 + 0.5 * abs(dot(normal, vec3(0.48, 0.6, 0.64)));
  vec3 shade = tone.rgb * (0.42 + 0.22 * sky + 0.2 * side + 0.2 * front);
  if (cutting && !gl_FrontFacing && tone.a > 0.97) shade = mix(ink, tone.rgb, 0.25);
  result = vec4(mix(shade, over.rgb, over.a), over.a > 0.0 ? max(tone.a, 0.85) : tone.a);
}`;

const LINES_VERTEX = `#version 300 es
layout(location = 0) in vec3 place;
uniform mat4 matrix;
uniform vec3 eye;
out float height;
void main() {
  height = place.z;
  // A little nearer than the faces they bound.
  gl_Position = matrix * vec4(mix(place, eye, 0.0012), 1.0);
}`;

const LINES_FRAGMENT = `#version 300 es
precision highp float;
in float height;
uniform float cut;
uniform vec4 colour;
out vec4 result;
void main() {
  if (height > cut) discard;
  result = colour;
}`;

const CHOSEN = [1, 0.55, 0.05] as const;

/** Thrown where the browser draws nothing in three dimensions. */
export class NoPainter extends Error {
  override readonly name = 'NoPainter';
}

export class Painter {
  readonly #gl: WebGL2RenderingContext;
  readonly #faces: WebGLProgram;
  readonly #lines: WebGLProgram;
  readonly #held = new Map<number, Held>();
  readonly #baked = new Map<number, BakedStorey>();
  /** Groups of elements in the last picture. */
  drawn = 0;

  constructor(canvas: HTMLCanvasElement) {
    const gl = canvas.getContext('webgl2', { antialias: true, alpha: false, powerPreference: 'high-performance' });
    if (!gl) throw new NoPainter('no WebGL 2');
    this.#gl = gl;
    this.#faces = program(gl, FACES_VERTEX, FACES_FRAGMENT);
    this.#lines = program(gl, LINES_VERTEX, LINES_FRAGMENT);
  }

  get storeys(): ReadonlyMap<number, BakedStorey> {
    return this.#baked;
  }

  add(storey: number, baked: BakedStorey): void {
    if (this.#held.has(storey)) return;
    const gl = this.#gl;
    const buffers: WebGLBuffer[] = [];
    const buffer = (
      target: number,
      data: Float32Array<ArrayBuffer> | Uint8Array<ArrayBuffer> | Uint32Array<ArrayBuffer>,
    ) => {
      const made = gl.createBuffer();
      gl.bindBuffer(target, made);
      gl.bufferData(target, data, gl.STATIC_DRAW);
      buffers.push(made);
      return made;
    };
    const mesh = gl.createVertexArray();
    gl.bindVertexArray(mesh);
    const places = buffer(gl.ARRAY_BUFFER, baked.positions);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    buffer(gl.ARRAY_BUFFER, baked.colours);
    gl.enableVertexAttribArray(1);
    gl.vertexAttribPointer(1, 4, gl.UNSIGNED_BYTE, true, 0, 0);
    buffer(gl.ELEMENT_ARRAY_BUFFER, baked.triangles);
    const lines = gl.createVertexArray();
    gl.bindVertexArray(lines);
    gl.bindBuffer(gl.ARRAY_BUFFER, places);
    gl.enableVertexAttribArray(0);
    gl.vertexAttribPointer(0, 3, gl.FLOAT, false, 0, 0);
    buffer(gl.ELEMENT_ARRAY_BUFFER, baked.lines);
    gl.bindVertexArray(null);
    this.#baked.set(storey, baked);
    this.#held.set(storey, { mesh, lines, buffers, chunks: chunksOf(baked, () => true) });
  }

  /** Which elements of a storey are drawn from now on. */
  show(storey: number, isShown: (element: number) => boolean): void {
    const held = this.#held.get(storey);
    const baked = this.#baked.get(storey);
    if (held && baked) held.chunks = chunksOf(baked, isShown);
  }

  paint(its: Paint): void {
    const gl = this.#gl;
    const seen = this.#seen(its);
    const { width, height } = gl.canvas;
    gl.viewport(0, 0, width, height);
    gl.clearColor(...its.ground, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.disable(gl.BLEND);
    gl.useProgram(this.#faces);
    const face = (name: string) => gl.getUniformLocation(this.#faces, name);
    gl.uniformMatrix4fv(face('matrix'), false, its.matrix);
    gl.uniform3f(face('eye'), ...its.eye);
    gl.uniform1f(face('cut'), its.cut);
    gl.uniform3f(face('ink'), ...its.ink);
    gl.uniform1i(face('cutting'), Number.isFinite(its.cut) && its.cut < 1e9 ? 1 : 0);
    gl.uniform4f(face('over'), 0, 0, 0, 0);
    this.#paintPart(seen, 'solid');
    if (!its.coarse) this.#paintLines(its, seen);
    gl.useProgram(this.#faces);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.depthMask(false);
    this.#paintPart(seen, 'glass');
    if (its.chosen) this.#paintChosen(its.chosen, face('over'));
    gl.depthMask(true);
    gl.bindVertexArray(null);
  }

  /** The chunks that can be seen in this picture, with what they are drawn from. */
  #seen({ matrix, eye, size, coarse, cut }: Paint): { held: Held; chunks: Chunk[] }[] {
    const least = coarse ? UNSEEN.coarse : UNSEEN.fine;
    this.drawn = 0;
    return [...this.#held.values()].map((held) => {
      const chunks = held.chunks.filter(
        (chunk) =>
          (chunk.box.min[2] ?? 0) <= cut &&
          isInPicture(matrix, chunk.box) &&
          pixelsOf(eye, chunk, size, FIELD) >= least,
      );
      this.drawn += chunks.length;
      return { held, chunks };
    });
  }

  #paintPart(seen: readonly { held: Held; chunks: readonly Chunk[] }[], part: Part): void {
    const mode = part === 'lines' ? this.#gl.LINES : this.#gl.TRIANGLES;
    for (const { held, chunks } of seen) {
      const array = part === 'lines' ? held.lines : held.mesh;
      for (const chunk of chunks) this.#runs(array, mode, chunk[part]);
    }
  }

  #paintLines({ matrix, eye, cut, ink }: Paint, seen: readonly { held: Held; chunks: readonly Chunk[] }[]): void {
    const gl = this.#gl;
    gl.useProgram(this.#lines);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    gl.uniformMatrix4fv(gl.getUniformLocation(this.#lines, 'matrix'), false, matrix);
    gl.uniform3f(gl.getUniformLocation(this.#lines, 'eye'), ...eye);
    gl.uniform1f(gl.getUniformLocation(this.#lines, 'cut'), cut);
    gl.uniform4f(gl.getUniformLocation(this.#lines, 'colour'), ...ink, 0.55);
    this.#paintPart(seen, 'lines');
  }

  #paintChosen({ storey, element }: { storey: number; element: number }, over: WebGLUniformLocation | null): void {
    const gl = this.#gl;
    const held = this.#held.get(storey);
    const ranges = this.#baked.get(storey)?.ranges;
    if (!held || !ranges) return;
    const run = (part: number): Run => [ranges[RANGE * element + part] ?? 0, ranges[RANGE * element + part + 1] ?? 0];
    gl.depthFunc(gl.LEQUAL);
    gl.uniform4f(over, ...CHOSEN, 0.62);
    this.#runs(held.mesh, gl.TRIANGLES, [run(0), run(2)]);
    gl.depthFunc(gl.LESS);
  }

  #runs(array: WebGLVertexArrayObject, mode: number, runs: readonly Run[]): void {
    const gl = this.#gl;
    gl.bindVertexArray(array);
    for (const [start, count] of runs) if (count > 0) gl.drawElements(mode, count, gl.UNSIGNED_INT, 4 * start);
  }

  close(): void {
    for (const { mesh, lines, buffers } of this.#held.values()) {
      for (const buffer of buffers) this.#gl.deleteBuffer(buffer);
      this.#gl.deleteVertexArray(mesh);
      this.#gl.deleteVertexArray(lines);
    }
    this.#held.clear();
    this.#baked.clear();
    this.#gl.getExtension('WEBGL_lose_context')?.loseContext();
  }
}

function program(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const made = gl.createProgram();
  for (const [type, text] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type);
    if (!shader) throw new NoPainter('no shader');
    gl.shaderSource(shader, text);
    gl.compileShader(shader);
    gl.attachShader(made, shader);
  }
  gl.linkProgram(made);
  if (!gl.getProgramParameter(made, gl.LINK_STATUS)) throw new NoPainter(gl.getProgramInfoLog(made) ?? 'no program');
  return made;
}
