// Arrangement, spacing and text from the design tokens, so that a screen needs no rule of its own for them. Each part
// renders one element; every property is an attribute that primitives.css reads (docs/design.md).
import type { ComponentPropsWithRef, CSSProperties, ElementType, ReactElement } from 'react';
import './primitives.css';

/** Multiples of the 4 px grid. */
type Space = 0 | 0.5 | 1 | 1.5 | 2 | 3 | 4 | 5 | 6 | 8;

type Place = 'start' | 'center' | 'end';

type Properties = {
  /** 2 in a Stack, a Row and a Toolbar. `rowGap` differs from it between wrapped lines. */
  gap?: Space | 'control' | undefined;
  rowGap?: 0 | 0.5 | 1 | 2 | 4 | undefined;
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
  /** Its least height: of a target for fingers, of a list entry, or of a control. */
  least?: 44 | 56 | 'row' | 'control' | undefined;
  flat?: boolean | undefined;
  /** `x` is one line that scrolls sideways, without a bar. */
  scroll?: boolean | 'x' | undefined;
  clip?: boolean | undefined;
  /** What is placed inside it is placed by its edges. */
  anchor?: boolean | undefined;
  /** Covers its anchor. */
  over?: boolean | undefined;
  /** Lets the pointer through to what is behind it. */
  through?: boolean | undefined;
  /** Moves to the end of its row. */
  push?: boolean | undefined;
  block?: boolean | undefined;
  pad?: 1 | 2 | 3 | 4 | 5 | undefined;
  padX?: 2 | 3 | 4 | 'edge' | 'inset' | undefined;
  padY?: 0 | 1 | 2 | 3 | 4 | undefined;
  /** A Grid has this number of columns, or as many as fit. */
  columns?: 2 | 'rest' | 'fit' | 'fill' | undefined;
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
  edge?: boolean | undefined;
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
  rowGap: 'data-row-gap',
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
  least: 'data-least',
  rows: 'data-rows',
  flat: 'data-flat',
  scroll: 'data-scroll',
  clip: 'data-clip',
  anchor: 'data-anchor',
  over: 'data-over-anchor',
  through: 'data-through',
  push: 'data-push',
  block: 'data-block',
  pad: 'data-pad',
  padX: 'data-pad-x',
  padY: 'data-pad-y',
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

const isOwn = (key: string): key is keyof Properties => Object.hasOwn(ATTRIBUTES, key);

/** Text that is cut begins at the side of its own script, so that its end is what is missing. */
const scriptOf = ({ cut, clamp }: Properties) => (cut || clamp ? { dir: 'auto' } : {});

function primitive<D extends ElementType>(name: string, usual: D, more?: (props: Properties) => { dir?: string }) {
  return <E extends ElementType = D>({ as, className, min, ...props }: PrimitiveProps<E>): ReactElement => {
    const Element: ElementType = as ?? usual;
    const attributes = Object.entries(props).map(([key, value]) =>
      isOwn(key) ? [ATTRIBUTES[key], value === true ? '' : value === false ? undefined : value] : [key, value],
    );
    return (
      <Element
        className={className ? `${name} ${className}` : name}
        {...(min !== undefined && {
          style: { '--track': `${min}px` } satisfies Record<string, string> as CSSProperties,
        })}
        {...more?.(props)}
        {...Object.fromEntries(attributes)}
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
