// The two versions of BCF: topics are kept in the layout of 3.0, and converted from and to that of 2.1. Pure.
import type { BcfVersion } from '@plumbline/core/features/exchange/bcf-versions';
import { child, childrenOf, type Node, node } from './tree.ts';

/** Elements that 2.1 repeats and 3.0 wraps: wrapper, element in 2.1, element in 3.0. */
const LISTS_OF_TOPIC = [
  ['ReferenceLinks', 'ReferenceLink', 'ReferenceLink'],
  ['Labels', 'Labels', 'Label'],
  ['DocumentReferences', 'DocumentReference', 'DocumentReference'],
  ['RelatedTopics', 'RelatedTopic', 'RelatedTopic'],
] as const;
/** Those that belong to the markup in 2.1 and to the topic in 3.0. */
const LISTS_OF_MARKUP = [
  ['Comments', 'Comment', 'Comment'],
  ['Viewpoints', 'Viewpoints', 'ViewPoint'],
] as const;

/** The order that the schemas prescribe. */
const ORDER_3 = [
  ...['ReferenceLinks', 'Title', 'Priority', 'Index', 'Labels', 'CreationDate', 'CreationAuthor', 'ModifiedDate'],
  ...['ModifiedAuthor', 'DueDate', 'AssignedTo', 'Stage', 'Description', 'BimSnippet', 'DocumentReferences'],
  ...['RelatedTopics', 'Comments', 'Viewpoints'],
];
const ORDER_2 = ORDER_3.map((name) => LISTS_OF_TOPIC.find(([wrapper]) => wrapper === name)?.[1] ?? name);

const sorted = (children: readonly Node[], order: readonly string[]): Node[] =>
  children.toSorted((a, b) => order.indexOf(a.name) - order.indexOf(b.name));

const renamed = (one: Node, name: string): Node => ({ ...one, name });

const withAttribute = (one: Node, from: string, to: string): Node => ({
  ...one,
  attributes: Object.fromEntries(
    Object.entries(one.attributes).map(([key, value]) => [key === from ? to : key, value]),
  ),
});

/** Without wrappers of nothing, which mean the same as no wrapper. */
function pruned(topic: Node): Node {
  const wrappers: readonly string[] = [...LISTS_OF_TOPIC, ...LISTS_OF_MARKUP].map(([wrapper]) => wrapper);
  const children = topic.children.filter((one) => one.children.length > 0 || !wrappers.includes(one.name));
  return { ...topic, children: sorted(children, ORDER_3) };
}

/** A markup of either version in the layout of 3.0. */
export function asVersion3(markup: Node, from: BcfVersion): Node {
  const topic = child(markup, 'Topic') ?? node('Topic');
  const header = child(markup, 'Header');
  if (from === '3.0') {
    const files = childrenOf(child(header, 'Files'), 'File');
    return node('Markup', [...headerOf(files), pruned(topic)]);
  }
  const lists = [
    ...LISTS_OF_TOPIC.map((list) => [topic, list] as const),
    ...LISTS_OF_MARKUP.map((list) => [markup, list] as const),
  ];
  const repeated: readonly string[] = LISTS_OF_TOPIC.map(([, one]) => one);
  const own = topic.children
    .filter(({ name }) => !repeated.includes(name))
    .map((one) => (one.name === 'BimSnippet' ? withAttribute(one, 'isExternal', 'IsExternal') : one));
  const wrapped = lists.map(([from, [wrapper, old, name]]) =>
    node(
      wrapper,
      childrenOf(from, old).map((one) => renamed(one, name)),
    ),
  );
  const files = childrenOf(header, 'File').map((file) => withAttribute(file, 'isExternal', 'IsExternal'));
  return node('Markup', [...headerOf(files), pruned({ ...topic, children: [...own, ...wrapped] })]);
}

const headerOf = (files: Node[]): Node[] => (files.length === 0 ? [] : [node('Header', [node('Files', files)])]);

/** A markup in the layout of 3.0, as it is written in this version. */
export function toVersion(markup: Node, to: BcfVersion): Node {
  const topic = child(markup, 'Topic') ?? node('Topic');
  if (to === '3.0') {
    // Both are required since 3.0.
    const attributes = { ...topic.attributes };
    attributes.TopicType ??= 'Unknown';
    attributes.TopicStatus ??= 'Open';
    return node(
      'Markup',
      markup.children.map((one) => (one.name === 'Topic' ? { ...topic, attributes } : one)),
    );
  }
  const unwrapped = (wrapper: string, name: string, as: string) =>
    childrenOf(child(topic, wrapper), name).map((one) => renamed(one, as));
  const wrappers: readonly string[] = [...LISTS_OF_TOPIC, ...LISTS_OF_MARKUP].map(([wrapper]) => wrapper);
  const own = topic.children
    .filter(({ name }) => !wrappers.includes(name))
    .map((one) => (one.name === 'BimSnippet' ? withAttribute(one, 'IsExternal', 'isExternal') : one));
  const { ServerAssignedId: _serverAssignedId, ...attributes } = topic.attributes;
  const files = childrenOf(child(child(markup, 'Header'), 'Files'), 'File').map((file) =>
    withAttribute(file, 'IsExternal', 'isExternal'),
  );
  return node('Markup', [
    ...(files.length === 0 ? [] : [node('Header', files)]),
    {
      ...{ ...topic, attributes },
      children: sorted(
        [...own, ...LISTS_OF_TOPIC.flatMap(([wrapper, old, name]) => unwrapped(wrapper, name, old))],
        ORDER_2,
      ),
    },
    ...LISTS_OF_MARKUP.flatMap(([wrapper, old, name]) => unwrapped(wrapper, name, old)),
  ]);
}

/** Lists that 2.1 leaves out if they are empty. */
const LISTS_OF_VIEWPOINT = ['Selection', 'Exceptions', 'Coloring', 'Lines', 'ClippingPlanes'];

function withoutEmptyLists(viewpoint: Node): Node {
  const isKept = (one: Node) => one.children.length > 0 || !LISTS_OF_VIEWPOINT.includes(one.name);
  return { ...viewpoint, children: viewpoint.children.filter(isKept).map(withoutEmptyLists) };
}

const CAMERAS = ['PerspectiveCamera', 'OrthogonalCamera'];

/** A viewpoint as it is written in this version. */
export const viewpointTo = (viewpoint: Node, to: BcfVersion): Node =>
  to === '3.0' ? converted(viewpoint, to) : withoutEmptyLists(converted(viewpoint, to));

function converted(viewpoint: Node, to: BcfVersion): Node {
  const components = child(viewpoint, 'Components');
  const visibility = child(components, 'Visibility');
  const hints = child(components, 'ViewSetupHints') ?? child(visibility, 'ViewSetupHints');
  const without = (of: Node | undefined): Node[] =>
    of?.children.filter(({ name }) => name !== 'ViewSetupHints' && name !== 'Visibility') ?? [];
  const bitmaps = [...childrenOf(viewpoint, 'Bitmap'), ...childrenOf(child(viewpoint, 'Bitmaps'), 'Bitmap')].map(
    (one) => bitmapTo(one, to),
  );
  return {
    ...viewpoint,
    children: [
      ...viewpoint.children.flatMap((one) => {
        if (one.name === 'Bitmap' || one.name === 'Bitmaps') return [];
        if (CAMERAS.includes(one.name)) return [cameraTo(one, to)];
        if (one.name !== 'Components') return [one];
        const inside = visibility && {
          ...visibility,
          children: [...(to === '3.0' && hints ? [hints] : []), ...without(visibility)],
        };
        const [selection, ...rest] = [
          ...without(one).filter(({ name }) => name === 'Selection'),
          ...without(one).filter(({ name }) => name !== 'Selection'),
        ];
        const before = to === '2.1' && hints ? [hints] : [];
        return [
          { ...one, children: [...before, ...(selection ? [selection] : []), ...(inside ? [inside] : []), ...rest] },
        ];
      }),
      ...(bitmaps.length === 0 ? [] : to === '3.0' ? [node('Bitmaps', bitmaps)] : bitmaps),
    ],
  };
}

/** 2.1 names the format `Bitmap`, 3.0 `Format`. */
const bitmapTo = (bitmap: Node, to: BcfVersion): Node => ({
  ...bitmap,
  children: bitmap.children.map((one) =>
    one.name === 'Bitmap' || one.name === 'Format' ? renamed(one, to === '3.0' ? 'Format' : 'Bitmap') : one,
  ),
});

/** Cameras have an aspect ratio since 3.0, where it is required. */
function cameraTo(camera: Node, to: BcfVersion): Node {
  const others = camera.children.filter(({ name }) => name !== 'AspectRatio');
  if (to === '2.1') return { ...camera, children: others };
  return { ...camera, children: [...others, child(camera, 'AspectRatio') ?? node('AspectRatio', '1')] };
}
