// Map for choosing an area: a fixed frame in the middle, the map moves below it. Independent of language and server.
import { type Area, fromMercator, HALF_WORLD, type Position, toMercator } from '@plumbline/core/site/geometry/mercator';
import Feature from 'ol/Feature.js';
import TopoJSON from 'ol/format/TopoJSON.js';
import MultiPolygon from 'ol/geom/MultiPolygon.js';
import Polygon from 'ol/geom/Polygon.js';
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
import outline from 'world-atlas/countries-50m.json?url';

type Ring = number[][];

/** Continues beyond 180 degrees instead of wrapping; a ring around the south pole is closed across it. */
function inOnePiece(ring: Ring): Ring {
  let turns = 0;
  const whole: Ring = [];
  for (const [i, [lon = 0, lat = 0]] of ring.entries()) {
    const before = ring[i - 1]?.[0];
    if (before !== undefined && Math.abs(lon - before) > 180) turns += lon < before ? 1 : -1;
    whole.push([lon + 360 * turns, lat]);
  }
  const [first] = whole;
  if (turns !== 0 && first) whole.push([whole.at(-1)?.[0] ?? 0, -90], [first[0] ?? 0, -90], first);
  return whole;
}

function joinRings(feature: Feature): void {
  const geometry = feature.getGeometry();
  if (geometry instanceof Polygon) geometry.setCoordinates(geometry.getCoordinates().map(inOnePiece));
  else if (geometry instanceof MultiPolygon)
    geometry.setCoordinates(geometry.getCoordinates().map((polygon) => polygon.map(inOnePiece)));
  geometry?.transform('EPSG:4326', 'EPSG:3857');
}

/** The countries of the world in Web Mercator. Throws when the file cannot be loaded. */
async function readWorld(): Promise<Feature[]> {
  const response = await fetch(outline);
  const format = new TopoJSON({ layers: ['countries'] });
  const features = format.readFeatures(await response.json()) as Feature[];
  for (const feature of features) joinRings(feature);
  return features;
}

export type AreaMapOptions = {
  tiles: { maxZoom: number; load: (z: number, x: number, y: number) => Promise<Blob> } | null;
  /** Element over the map; its inside is the area. */
  frame: HTMLElement;
  /** Called when the area in the frame changes; null while the frame extends beyond the world. */
  onArea: (area: Area | null) => void;
};

/** Finest resolution, in metres of Web Mercator per pixel: from the whole world down to a small yard. */
const MIN_RESOLUTION = 0.05;
/** Default extent shown around a position, in metres. */
const DEFAULT_EXTENT_M = 700;

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
    // Offline the outline is missing, but an area can still be chosen by coordinates.
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
        minResolution: MIN_RESOLUTION,
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

  /** Centres the frame on a position. */
  show(position: Position, metres = DEFAULT_EXTENT_M): void {
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

  /** Marks the device's position without moving the map. */
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

  /** Call after the frame has changed its size. */
  reshaped(): void {
    this.map.updateSize();
    this.tell();
  }

  /** Re-reads the colours from CSS, e.g. after a theme change. */
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
      // The map repeats on both sides of the 180th meridian.
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
