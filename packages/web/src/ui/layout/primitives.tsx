// Arrangement, spacing and text from the design tokens, so that a screen needs no rule of its own for them. Each part
// renders one element; every property is an attribute that primitives.css reads, and a value that is a distance or a
// list of columns a custom property beside it (docs/design.md).
import type { ComponentPropsWithRef, CSSProperties, ElementType, ReactElement } from 'react';
import './primitives.css';

/** A multiple of the 4 px grid, or a distance of the theme: between controls, from the edge of a list or the screen. */
type Step = 0 | 0.5 | 1 | 1.5 | 2 | 3 | 4 | 5 | 6 | 8 | 10 | 12 | 16 | 'control' | 'inset' | 'edge' | 'auto';

/** One for all sides, or several in the order of CSS: `"2 4"`. */
type Steps = Step | `${Step} ${string}`;

type Place = 'start' | 'center' | 'end';

type Properties = {
  /** 2 in a Stack, a Row and a Toolbar. */
  gap?: Steps | undefined;
  /** Across the direction: a Row centres, a Stack stretches. */
  align?: Place | 'baseline' | 'stretch' | undefined;
  /** Along the direction. */
  justify?: Place | 'between' | undefined;
  /** In both directions. */
  center?: boolean | undefined;
  wrap?: boolean | undefined;
  inline?: boolean | undefined;
  /** A Stack whose parts may grow into its height; without a gap. */
  column?: boolean | undefined;
  /** A Stack that never gets wider than its frame. */
  fluid?: boolean | undefined;
  /** Takes the height of its frame. */
  fill?: boolean | undefined;
  /** Takes the room that is left over. */
  grow?: boolean | undefined;
  fixed?: boolean | undefined;
  /** May get narrower, or lower, than its content. */
  shrink?: boolean | undefined;
  wide?: boolean | undefined;
  /** Its width and height in pixels. */
  box?: number | undefined;
  /** Its least height in pixels, or as high as a list entry or a control. */
  least?: number | 'row' | 'control' | 'control-s' | 'control-l' | undefined;
  /** Its greatest width in pixels. */
  most?: number | undefined;
  /** In the middle of a wider frame. */
  middle?: boolean | undefined;
  flat?: boolean | undefined;
  /** `x` is one line that scrolls sideways, without a bar. */
  scroll?: boolean | 'x' | undefined;
  clip?: boolean | undefined;
  /** What is placed inside it is placed by its edges. */
  anchor?: boolean | undefined;
  /** Placed over its anchor, this far from its edges; 0 covers it. */
  at?: Steps | undefined;
  /** Lets the pointer through to what is behind it. */
  through?: boolean | undefined;
  /** Moves to the end of its row. */
  push?: boolean | undefined;
  block?: boolean | undefined;
  pad?: Steps | undefined;
  /**
   * A Grid has this number of equal columns, as many as fit, or a list of widths as in CSS, in which `rest` is what the
   * others leave: `"24px rest auto"`.
   */
  columns?: number | 'fit' | 'fill' | `${string}rest${string}` | undefined;
  /** The first part keeps its height, the second takes the rest. */
  rows?: 'head' | undefined;
  size?: 'xs' | 's' | 'm' | 'l' | 'xl' | undefined;
  ink?: 1 | 2 | 3 | 'brand' | 'danger' | 'success' | 'warning' | 'inherit' | undefined;
  /** A link without its underline, in the colour of the text around it. */
  plain?: boolean | undefined;
  /** How the icons in it look: smaller than usual, or paler than its words. */
  icons?: 'small' | 'quiet' | 'small quiet' | undefined;
  weight?: 'regular' | 'medium' | 'strong' | undefined;
  /** One line, cut with an ellipsis. */
  cut?: boolean | undefined;
  /** Two lines, cut with an ellipsis. */
  clamp?: boolean | undefined;
  nowrap?: boolean | undefined;
  /** Keeps the line breaks of the text. */
  lines?: boolean | undefined;
  tight?: boolean | undefined;
  /** Long words break anywhere. */
  breaks?: boolean | undefined;
  /** Digits of equal width. */
  figures?: boolean | undefined;
  centered?: boolean | undefined;
  /** Links in it are as high as buttons, for fingers. */
  touch?: boolean | undefined;
  /** `behind` repeats the surface around it, to cover what scrolls below. */
  surface?: 'surface' | 'raised' | 'sunken' | 'brand' | 'brand-soft' | 'behind' | undefined;
  corner?: 's' | 'm' | 'l' | 'full' | undefined;
  /** `drop` is that of a place for files, which shows when they are over it. */
  edge?: boolean | 'drop' | undefined;
  /** Separates it from its neighbour, or what is in it from each other. */
  line?: 'above' | 'below' | 'between' | undefined;
  /** Floats above the screen. */
  lift?: 2 | undefined;
};

type Own = Properties & {
  className?: string | undefined;
  /** The least width of the columns that `fit` or `fill` a Grid, in pixels. */
  min?: number | undefined;
};

type PrimitiveProps<E extends ElementType> = Own & { as?: E } & Omit<ComponentPropsWithRef<E>, keyof Own | 'as'>;

/** Attributes whose names differ from the property, so that no other part uses the same. */
const ATTRIBUTES: Record<keyof Properties, string> = {
  gap: 'data-gap',
  align: 'data-cross',
  justify: 'data-main',
  center: 'data-center',
  wrap: 'data-wrap',
  inline: 'data-inline',
  column: 'data-column',
  fluid: 'data-fluid',
  fill: 'data-fill',
  grow: 'data-grow',
  fixed: 'data-fixed',
  shrink: 'data-shrink',
  wide: 'data-broad',
  box: 'data-box',
  least: 'data-least',
  most: 'data-most',
  middle: 'data-middle',
  rows: 'data-rows',
  flat: 'data-flat',
  scroll: 'data-scroll',
  clip: 'data-clip',
  anchor: 'data-anchor',
  at: 'data-at',
  through: 'data-through',
  push: 'data-push',
  block: 'data-block',
  pad: 'data-pad',
  columns: 'data-tracks',
  size: 'data-text',
  ink: 'data-ink',
  icons: 'data-icons',
  weight: 'data-font',
  plain: 'data-plain-link',
  cut: 'data-cut',
  clamp: 'data-clamp',
  nowrap: 'data-nowrap',
  lines: 'data-lines',
  tight: 'data-tight',
  breaks: 'data-breaks',
  figures: 'data-figures',
  centered: 'data-centered',
  touch: 'data-touch',
  surface: 'data-surface',
  corner: 'data-corner',
  edge: 'data-edge',
  line: 'data-line',
  lift: 'data-lift',
};

const NAMED: Record<string, string> = {
  0: '0',
  0.5: '2px',
  1.5: '6px',
  auto: 'auto',
  control: 'var(--gap)',
  inset: 'var(--inset)',
  edge: 'var(--edge)',
};

const distances = (steps: unknown): string =>
  String(steps)
    .split(' ')
    .map((step) => NAMED[step] ?? `var(--s${step})`)
    .join(' ');

/** A number of pixels, or the name of a height of the theme. */
const size = (value: unknown): string => (typeof value === 'number' ? `${value}px` : `var(--${value})`);

const REST = 'minmax(0, 1fr)';

function tracks(columns: unknown, min: number | undefined): string {
  if (typeof columns === 'number') return `repeat(${columns}, ${REST})`;
  if (columns === 'fit' || columns === 'fill') return `repeat(auto-${columns}, minmax(min(${min}px, 100%), 1fr))`;
  return String(columns).replaceAll('rest', REST);
}

/** The custom properties of those properties of which there are too many values for a rule each. */
const VALUES: [keyof Properties, string, (value: unknown, min: number | undefined) => string][] = [
  ['align', '--own-cross', String],
  ['justify', '--own-main', (value) => (value === 'between' ? 'space-between' : String(value))],
  ['gap', '--own-gap', distances],
  ['pad', '--own-pad', distances],
  ['at', '--own-at', distances],
  ['box', '--own-box', size],
  ['least', '--own-least', size],
  ['most', '--own-most', size],
  ['columns', '--own-tracks', tracks],
];

type Styled = Properties & { style?: CSSProperties | undefined };

function styleOf(props: Styled, min: number | undefined): CSSProperties | undefined {
  const values = VALUES.filter(([key]) => props[key] !== undefined);
  if (values.length === 0) return props.style;
  return { ...Object.fromEntries(values.map(([key, name, text]) => [name, text(props[key], min)])), ...props.style };
}

const isOwn = (key: string): key is keyof Properties => Object.hasOwn(ATTRIBUTES, key);

/** Text that people write begins at the side of its own script, so that its end is what is missing where it is cut. */
const scriptOf = ({ cut, clamp, lines }: Properties) => (cut || clamp || lines ? { dir: 'auto' } : {});

function primitive<D extends ElementType>(name: string, usual: D, more?: (props: Properties) => { dir?: string }) {
  return <E extends ElementType = D>({ as, className, min, ...props }: PrimitiveProps<E>): ReactElement => {
    const Element: ElementType = as ?? usual;
    const attributes = Object.entries(props).map(([key, value]) =>
      isOwn(key) ? [ATTRIBUTES[key], value === true ? '' : value === false ? undefined : value] : [key, value],
    );
    return (
      <Element
        className={className ? `${name} ${className}` : name}
        {...more?.(props)}
        {...Object.fromEntries(attributes)}
        style={styleOf(props, min)}
      />
    );
  };
}

/** Parts below each other. */
export const Stack = primitive('ui-stack', 'div');
/** Parts beside each other. */
export const Row = primitive('ui-row', 'div');
/** Equal columns. */
export const Grid = primitive('ui-grid', 'div');
/** A Stack on a surface of its own. */
export const Card = primitive('ui-card', 'div');
/** Search, filters and buttons above a list; wraps on narrow screens. */
export const Toolbar = primitive('ui-toolbar', 'div');
/** An element that does not arrange what is in it. */
export const Box = primitive('ui-frame', 'div');
/** Words in a size and colour of the scale. */
export const Text = primitive('ui-text', 'span', scriptOf);
