// The map an area is chosen on: a frame stands still in the middle, the world moves below it. Knows no language and no server.
import { type Area, fromMercator, HALF_WORLD, type Position, toMercator } from '@plumbline/core/site/geometry/mercator';
import Feature from 'ol/Feature.js';
import { Circle as CircleGeometry, Point as PointGeometry } from 'ol/geom.js';
import { defaults as defaultInteractions } from 'ol/interaction/defaults.js';
import TileLayer from 'ol/layer/Tile.js';
import VectorLayer from 'ol/layer/Vector.js';
import OlMap from 'ol/Map.js';
import VectorSource from 'ol/source/Vector.js';
import XYZ from 'ol/source/XYZ.js';
import { Circle, Fill, Stroke, Style } from 'ol/style.js';
import type Tile from 'ol/Tile.js';
import TileState from 'ol/TileState.js';
import View from 'ol/View.js';
import { readWorld } from './world.ts';

export type AreaMapOptions = {
  tiles: { maxZoom: number; load: (z: number, x: number, y: number) => Promise<Blob> } | null;
  /** The element over the map whose inside is the area. */
  frame: HTMLElement;
  /** The area in the frame has changed. Null while the frame reaches beyond the world. */
  onArea: (area: Area | null) => void;
};

/** Metres of Web Mercator for one pixel: from the whole world to a small yard. */
const FINEST = 0.05;
/** What a place is shown with around it, in metres. */
const AROUND = 700;

export class AreaMap {
  private readonly map: OlMap;
  private readonly options: AreaMapOptions;
  private readonly own = new VectorSource();
  private readonly land: VectorLayer;
  private readonly host: HTMLElement;

  constructor(host: HTMLElement, options: AreaMapOptions) {
    this.host = host;
    this.options = options;
    const world = new VectorSource();
    this.land = new VectorLayer({ source: world });
    // Without a connection there is no outline, and still a map to choose by position.
    void readWorld().then(
      (features) => world.addFeatures(features),
      () => undefined,
    );
    const layers = [this.land, ...(options.tiles ? [tileLayer(options.tiles)] : []), this.ownLayer()];
    this.map = new OlMap({
      target: host,
      controls: [],
      layers,
      interactions: defaultInteractions({ altShiftDragRotate: false, pinchRotate: false }),
      view: new View({
        center: [0, 3_500_000],
        zoom: 1.5,
        minResolution: FINEST,
        constrainRotation: 1,
        enableRotation: false,
        extent: [-HALF_WORLD, -HALF_WORLD, HALF_WORLD, HALF_WORLD],
        constrainOnlyCenter: true,
        showFullExtent: true,
      }),
    });
    this.dress();
    this.map.on('moveend', this.tell);
    this.map.on('postrender', this.tell);
    this.map.on('change:size', this.tell);
  }

  /** Brings a place into the middle of the frame. */
  show(position: Position, metres = AROUND): void {
    const { x, y } = toMercator(position);
    const box = this.options.frame.getBoundingClientRect();
    const side = Math.max(80, Math.min(box.width, box.height));
    const stretch = Math.cosh(y / (HALF_WORLD / Math.PI));
    const view = this.map.getView();
    view.cancelAnimations();
    view.setResolution((metres * stretch) / side);
    this.middle([x, y]);
    this.tell();
  }

  /** Shows where one is, without moving the map. */
  showOwn(position: Position & { accuracy: number }): void {
    const { x, y } = toMercator(position);
    const stretch = Math.cosh(y / (HALF_WORLD / Math.PI));
    this.own.clear();
    this.own.addFeatures([
      new Feature(new CircleGeometry([x, y], position.accuracy * stretch)),
      new Feature(new PointGeometry([x, y])),
    ]);
  }

  zoomBy(levels: number): void {
    const view = this.map.getView();
    const { centre } = this.frameBox();
    const anchor = this.map.getCoordinateFromPixel(centre) ?? view.getCenter();
    view.animate({ zoom: (view.getZoom() ?? 2) + levels, anchor, duration: 160 });
  }

  panBy(dx: number, dy: number): void {
    const view = this.map.getView();
    const [x = 0, y = 0] = view.getCenter() ?? [];
    const step = view.getResolution() ?? 1;
    view.animate({ center: [x + dx * step, y - dy * step], duration: 120 });
  }

  /** The frame has another shape. */
  reshaped(): void {
    this.map.updateSize();
    this.tell();
  }

  /** Reads the colours again. */
  dress(): void {
    const style = getComputedStyle(this.host);
    const colour = (name: string) => style.getPropertyValue(name).trim();
    this.land.setStyle(
      new Style({
        fill: new Fill({ color: colour('--map-land') }),
        stroke: new Stroke({ color: colour('--map-border'), width: 1 }),
      }),
    );
  }

  destroy(): void {
    this.map.setTarget(undefined);
    this.map.dispose();
  }

  private ownLayer(): VectorLayer {
    const blue = getComputedStyle(this.host).getPropertyValue('--map-own').trim();
    return new VectorLayer({
      source: this.own,
      style: (feature) =>
        feature.getGeometry() instanceof CircleGeometry
          ? new Style({ fill: new Fill({ color: `${blue}26` }), stroke: new Stroke({ color: blue, width: 1 }) })
          : new Style({
              image: new Circle({
                radius: 7,
                fill: new Fill({ color: blue }),
                stroke: new Stroke({ color: '#ffffff', width: 3 }),
              }),
            }),
    });
  }

  private frameBox() {
    const map = this.host.getBoundingClientRect();
    const frame = this.options.frame.getBoundingClientRect();
    const left = frame.left - map.left;
    const top = frame.top - map.top;
    return {
      corners: [
        [left, top + frame.height],
        [left + frame.width, top],
      ] as const,
      centre: [left + frame.width / 2, top + frame.height / 2],
    };
  }

  private middle(at: readonly [number, number]): void {
    const size = this.map.getSize();
    const { centre } = this.frameBox();
    if (size) this.map.getView().centerOn([...at], size, centre);
  }

  private readonly tell = (): void => {
    const [low, high] = this.frameBox().corners.map((corner) => this.map.getCoordinateFromPixel([...corner]));
    if (!low || !high) return;
    const [west = 0, south = 0] = low;
    const [east = 0, north = 0] = high;
    const beyond = [west, south, east, north].some((value) => !(Math.abs(value) <= HALF_WORLD));
    if (beyond || west >= east || south >= north) {
      this.options.onArea(null);
      return;
    }
    const lower = fromMercator({ x: west, y: south });
    const upper = fromMercator({ x: east, y: north });
    this.options.onArea({ west: lower.lon, south: lower.lat, east: upper.lon, north: upper.lat });
  };
}

function tileLayer({ maxZoom, load }: NonNullable<AreaMapOptions['tiles']>): TileLayer {
  const source = new XYZ({
    url: '{z}/{x}/{y}',
    maxZoom,
    transition: 0,
    tileLoadFunction: (tile: Tile) => {
      const [z = 0, x = 0, y = 0] = tile.getTileCoord();
      // The world goes on to both sides.
      const side = 2 ** z;
      load(z, ((x % side) + side) % side, y).then(
        (blob) => {
          const image = (tile as unknown as { getImage(): HTMLImageElement }).getImage();
          const url = URL.createObjectURL(blob);
          const done = () => URL.revokeObjectURL(url);
          image.addEventListener('load', done, { once: true });
          image.addEventListener('error', done, { once: true });
          image.src = url;
        },
        () => tile.setState(TileState.ERROR),
      );
    },
  });
  return new TileLayer({ source, preload: 1 });
}
