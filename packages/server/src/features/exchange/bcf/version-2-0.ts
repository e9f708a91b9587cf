// BCF 1.0 and 2.0 in the layout of 2.1: names of elements, and viewpoints that list each component once with all it means. Pure.
import { attributeOf, child, childrenOf, type Node, node } from './tree.ts';

const RENAMED: Readonly<Record<string, string>> = {
  DocumentReferences: 'DocumentReference',
  RelatedTopics: 'RelatedTopic',
};
/** What comments say about their topic; 2.1 leaves it to the topic. */
const OF_COMMENT = ['VerbalStatus', 'Status', 'Topic', 'ReplyToComment'];

export const markupFrom20 = (markup: Node): Node => ({
  ...markup,
  children: markup.children.map((one) => {
    if (one.name === 'Topic')
      return { ...one, children: one.children.map((part) => ({ ...part, name: RENAMED[part.name] ?? part.name })) };
    if (one.name !== 'Comment') return one;
    return { ...one, children: one.children.filter(({ name }) => !OF_COMMENT.includes(name)) };
  }),
});

/** The components that 1.0 lists are those that the topic is about. */
export const viewpointFrom10 = (viewpoint: Node): Node => ({
  ...viewpoint,
  children: viewpoint.children.map((one) =>
    one.name === 'Components'
      ? {
          ...one,
          children: one.children.map((part) => ({ ...part, attributes: { ...part.attributes, Selected: 'true' } })),
        }
      : one,
  ),
});

export const viewpointFrom20 = (viewpoint: Node): Node => ({
  ...viewpoint,
  children: viewpoint.children.map((one) => {
    if (one.name === 'Bitmaps') return { ...one, name: 'Bitmap' };
    return one.name === 'Components' ? componentsOf(childrenOf(one, 'Component')) : one;
  }),
});

/** If some components are shown by name, the others are hidden. */
function componentsOf(listed: readonly Node[]): Node {
  const having = (attribute: string, value: string) =>
    listed.filter((one) => attributeOf(one, attribute) === value).map(plain);
  const [selected, shown, hidden] = [having('Selected', 'true'), having('Visible', 'true'), having('Visible', 'false')];
  const exceptions = shown.length > 0 ? shown : hidden;
  const colours = new Set(listed.map((one) => attributeOf(one, 'Color')).filter(Boolean));
  const coloured = [...colours].map((colour) => node('Color', having('Color', colour), { Color: colour }));
  return node('Components', [
    ...(selected.length > 0 ? [node('Selection', selected)] : []),
    node('Visibility', exceptions.length > 0 ? [node('Exceptions', exceptions)] : [], {
      DefaultVisibility: String(shown.length === 0),
    }),
    ...(coloured.length > 0 ? [node('Coloring', coloured)] : []),
  ]);
}

const plain = (component: Node): Node => {
  const guid = attributeOf(component, 'IfcGuid');
  const names = ['OriginatingSystem', 'AuthoringToolId'].flatMap((name) => child(component, name) ?? []);
  return node('Component', names, guid === '' ? {} : { IfcGuid: guid });
};
