// Draws storeys with three.js: faces, edges, a horizontal section and one selected element. Draws only on request.
import {
  Box3,
  BufferAttribute,
  BufferGeometry,
  Color,
  LinearSRGBColorSpace,
  LineSegments,
  type Material,
  Mesh,
  type PerspectiveCamera,
  Plane,
  Scene,
  Sphere,
  Vector3,
  WebGLRenderer,
} from 'three';
import { MeshBVH } from 'three-mesh-bvh';
import { type BakedStorey, RANGE, trianglesOf } from './bake.ts';
import { FIELD, type Size } from './camera.ts';
import { type Chunk, chunksOf, indicesOf, pixelsOf } from './chunks.ts';
import { lights, Materials, type Rgb } from './materials.ts';
import type { PickStorey } from './pick.ts';

type DrawnChunk = { chunk: Chunk; faces: Mesh[]; lines: LineSegments[] };
type DrawnStorey = PickStorey & { baked: BakedStorey; chunks: DrawnChunk[] };

export type Picture = {
  camera: PerspectiveCamera;
  /** Nothing is drawn above this height. */
  cut: number;
  background: Rgb;
  /** The colour of edges and of cut surfaces. */
  ink: Rgb;
  size: Size;
  /** The camera is moving and the device is slow: small elements and edges are skipped until it rests. */
  coarse: boolean;
};

/** Elements smaller than this many pixels are not drawn: at rest, and in a coarse frame. */
const MIN_PIXELS = { fine: 0.75, coarse: 6 };
/** Draw order; opaque faces are drawn first anyway. */
const ORDER = { lines: 1, glass: 2, selected: 3 };

/** Thrown when the browser has no WebGL 2. */
export class WebGlUnavailable extends Error {
  override readonly name = 'WebGlUnavailable';
}

export class ModelScene {
  readonly #renderer: WebGLRenderer;
  readonly #scene = new Scene();
  readonly #materials = new Materials();
  readonly #headlight;
  readonly #cut = new Plane(new Vector3(0, 0, -1));
  readonly #storeys = new Map<number, DrawnStorey>();
  readonly #baked = new Map<number, BakedStorey>();
  #selected: Mesh | undefined;

  constructor(canvas: HTMLCanvasElement) {
    // Created here, because the library reports a missing context as an error on the console.
    const attributes: WebGLContextAttributes = { antialias: true, alpha: false, powerPreference: 'high-performance' };
    const context = canvas.getContext('webgl2', attributes);
    if (!context) throw new WebGlUnavailable('no WebGL 2');
    this.#renderer = new WebGLRenderer({ canvas, context, ...attributes });
    this.#renderer.outputColorSpace = LinearSRGBColorSpace;
    const { fixed, headlight } = lights();
    this.#headlight = headlight;
    this.#scene.add(...fixed, headlight);
  }

  get storeys(): ReadonlyMap<number, BakedStorey> {
    return this.#baked;
  }

  get pickable(): ReadonlyMap<number, PickStorey> {
    return this.#storeys;
  }

  add(storey: number, baked: BakedStorey, isShown: (element: number) => boolean): void {
    if (this.#storeys.has(storey)) return;
    const tree = MeshBVH.deserialize(baked.tree, trianglesOf(baked), { setIndex: false });
    this.#baked.set(storey, baked);
    this.#storeys.set(storey, { baked, tree, owners: baked.owners, chunks: [] });
    this.show(storey, isShown);
  }

  /** Sets which elements of a storey are drawn. */
  show(storey: number, isShown: (element: number) => boolean): void {
    const drawn = this.#storeys.get(storey);
    if (!drawn) return;
    this.#release(drawn);
    const { baked } = drawn;
    const positions = new BufferAttribute(baked.positions, 3);
    const colours = new BufferAttribute(baked.colours, 4, true);
    drawn.chunks = chunksOf(baked, isShown).map((chunk) => {
      const geometry = (index: Uint32Array<ArrayBuffer>, runs: Chunk['solid']) =>
        new BufferGeometry()
          .setAttribute('position', positions)
          .setAttribute('color', colours)
          .setIndex(new BufferAttribute(indicesOf(index, runs), 1));
      const { triangles, lines } = baked;
      const { solid, glass } = this.#materials;
      const faces = [
        ...(chunk.solid.length > 0 ? [new Mesh(geometry(triangles, chunk.solid), solid)] : []),
        ...(chunk.glass.length > 0 ? [ordered(new Mesh(geometry(triangles, chunk.glass), glass), ORDER.glass)] : []),
      ];
      const edges =
        chunk.lines.length > 0
          ? [ordered(new LineSegments(geometry(lines, chunk.lines), this.#materials.lines), ORDER.lines)]
          : [];
      return { chunk, faces, lines: edges };
    });
    for (const { chunk, faces, lines } of drawn.chunks) {
      for (const object of [...faces, ...lines]) {
        // Set here, because the library would go through all positions of the storey, which its chunks share.
        object.geometry.boundingSphere = sphereOf(chunk);
        object.matrixAutoUpdate = false;
        this.#scene.add(object);
      }
    }
  }

  /** Highlights one element, or none. */
  select(selected: { storey: number; element: number } | undefined): void {
    if (this.#selected) {
      this.#scene.remove(this.#selected);
      this.#selected.geometry.dispose();
    }
    const baked = selected && this.#baked.get(selected.storey);
    this.#selected = baked && highlight(baked, selected.element, this.#materials.selected);
    if (this.#selected) this.#scene.add(this.#selected);
  }

  resize({ width, height }: Size, pixelRatio: number): void {
    this.#renderer.setPixelRatio(pixelRatio);
    this.#renderer.setSize(width, height, false);
  }

  draw({ camera, cut, background, ink, size, coarse }: Picture): void {
    const least = coarse ? MIN_PIXELS.coarse : MIN_PIXELS.fine;
    const { x, y, z } = camera.position;
    for (const { chunks } of this.#storeys.values()) {
      for (const { chunk, faces, lines } of chunks) {
        const isVisible = (chunk.box.min[2] ?? 0) <= cut && pixelsOf([x, y, z], chunk, size, FIELD) >= least;
        for (const object of faces) object.visible = isVisible;
        for (const object of lines) object.visible = isVisible && !coarse;
      }
    }
    const isCut = Number.isFinite(cut);
    if (isCut) this.#cut.constant = cut;
    this.#renderer.clippingPlanes = isCut ? [this.#cut] : [];
    this.#materials.setInk(ink, isCut);
    this.#headlight.position.copy(camera.getWorldDirection(new Vector3())).negate();
    this.#renderer.setClearColor(new Color().setRGB(...background));
    this.#renderer.render(this.#scene, camera);
  }

  /** Shader programs are recreated with the next frame. */
  releaseMaterials(): void {
    this.#materials.dispose();
  }

  close(): void {
    for (const drawn of this.#storeys.values()) this.#release(drawn);
    this.select(undefined);
    this.#storeys.clear();
    this.#baked.clear();
    this.releaseMaterials();
    this.#renderer.dispose();
    this.#renderer.forceContextLoss();
  }

  #release({ chunks }: DrawnStorey): void {
    for (const { faces, lines } of chunks) {
      for (const object of [...faces, ...lines]) {
        this.#scene.remove(object);
        object.geometry.dispose();
      }
    }
  }
}

function ordered<T extends Mesh | LineSegments>(object: T, order: number): T {
  object.renderOrder = order;
  return object;
}

function sphereOf({ box: { min, max } }: Chunk): Sphere {
  const at = (of: readonly number[]) => new Vector3(of[0], of[1], of[2]);
  return new Box3(at(min), at(max)).getBoundingSphere(new Sphere());
}

/** The faces of one element in separate buffers, so that they can be released on their own. */
function highlight(baked: BakedStorey, element: number, material: Material): Mesh {
  const run = (part: number) =>
    [baked.ranges[RANGE * element + part] ?? 0, baked.ranges[RANGE * element + part + 1] ?? 0] as const;
  const corners = indicesOf(baked.triangles, [run(0), run(2)]);
  const positions = new Float32Array(3 * corners.length);
  corners.forEach((corner, i) => {
    positions.set(baked.positions.subarray(3 * corner, 3 * corner + 3), 3 * i);
  });
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(positions, 3));
  return ordered(new Mesh(geometry, material), ORDER.selected);
}
