// Materials of a model: matt faces without textures, thin edges, a filled
// section and one selected element. Colours are display values, not linear ones.
import {
  AmbientLight,
  Color,
  DirectionalLight,
  DoubleSide,
  LineBasicMaterial,
  MeshBasicMaterial,
  MeshLambertMaterial,
} from 'three';

export type Rgb = readonly [number, number, number];

const LINE_OPACITY = 0.55;
const SELECTED = { color: [1, 0.55, 0.05], opacity: 0.6 } as const;
/** Share of the element's own colour where the section shows its inside; the rest is the line colour. */
const CUT_TINT = 0.25;

/** Moves faces a little away from the camera, so that the edges and the selection on them are visible. */
const POLYGON_OFFSET = { polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };

const FACES = { vertexColors: true, flatShading: true, side: DoubleSide, ...POLYGON_OFFSET };

export class Materials {
  readonly solid = new MeshLambertMaterial(FACES);
  readonly glass = new MeshLambertMaterial({ ...FACES, transparent: true, depthWrite: false, forceSinglePass: true });
  readonly lines = new LineBasicMaterial({ transparent: true, opacity: LINE_OPACITY, depthWrite: false });
  readonly selected = new MeshBasicMaterial({
    color: new Color().setRGB(...SELECTED.color),
    opacity: SELECTED.opacity,
    transparent: true,
    depthWrite: false,
    side: DoubleSide,
    forceSinglePass: true,
    ...POLYGON_OFFSET,
    polygonOffsetUnits: 0,
  });
  readonly #ink = { value: new Color() };
  readonly #isCut = { value: false };

  constructor() {
    // The inside of a solid is only visible where the section cuts it.
    this.solid.onBeforeCompile = (shader) => {
      Object.assign(shader.uniforms, { ink: this.#ink, isCut: this.#isCut });
      shader.fragmentShader = `uniform vec3 ink;\nuniform bool isCut;\n${shader.fragmentShader}`.replace(
        '#include <opaque_fragment>',
        `if (isCut && !gl_FrontFacing) outgoingLight = mix(ink, diffuseColor.rgb, ${CUT_TINT});\n#include <opaque_fragment>`,
      );
    };
  }

  setInk(ink: Rgb, isCut: boolean): void {
    this.#ink.value.setRGB(...ink);
    this.#isCut.value = isCut;
    this.lines.color.setRGB(...ink);
  }

  dispose(): void {
    for (const material of [this.solid, this.glass, this.lines, this.selected]) material.dispose();
  }
}

/** Share of full brightness: everywhere, from above, from the side, and from the camera. */
const LIGHT = { ambient: 0.64, top: 0.1, side: 0.1, camera: 0.2 };
const SIDE = [0.48, 0.6, 0.64] as const;

/** Lights of a scene; the last one follows the camera. */
export function lights(): { fixed: (AmbientLight | DirectionalLight)[]; headlight: DirectionalLight } {
  // Matt materials reflect 1/π of the light.
  const from = (share: number, ...direction: readonly [number, number, number]) => {
    const light = new DirectionalLight(0xffffff, Math.PI * share);
    light.position.set(...direction);
    return light;
  };
  return {
    fixed: [new AmbientLight(0xffffff, Math.PI * LIGHT.ambient), from(LIGHT.top, 0, 0, 1), from(LIGHT.side, ...SIDE)],
    headlight: from(LIGHT.camera, 0, 0, 1),
  };
}
