// Writes topics as a BCF file of version 2.1 or 3.0, one topic in memory at a time.
import { createHash } from 'node:crypto';
import { basename, normalize } from 'node:path/posix';
import type { BcfVersion } from '@plumbline/core/features/exchange/bcf-versions';
import type { ZipPart } from '../../../office/zip-write.ts';
import type { PartOfTopic } from './export-topic.ts';
import { valuesOf } from './export-topic.ts';
import type { StoredTopic } from './stored-topic.ts';
import { attributeOf, child, type Node, node, readTree, textOf, writeTree } from './tree.ts';
import { toVersion, viewpointTo } from './versions.ts';

export type WrittenTopic = { guid: string; markup: Node; parts: PartOfTopic[]; stored: StoredTopic | undefined };
type Writing = {
  version: BcfVersion;
  project: { id: string; title: string };
  /** The bytes of a stored file; undefined if it is gone. */
  bytesOf: (blobId: string) => Promise<Buffer | undefined>;
};

/** The lists of values, in the order that the schema of 3.0 prescribes, with the element of each. */
const LISTS = [
  ['TopicTypes', 'TopicType'],
  ['TopicStatuses', 'TopicStatus'],
  ['Priorities', 'Priority'],
  ['TopicLabels', 'TopicLabel'],
  ['Users', 'User'],
  ['SnippetTypes', 'SnippetType'],
  ['Stages', 'Stage'],
] as const;

const part = (name: string, tree: Node): ZipPart => ({ name, bytes: writeTree(tree) });

export async function* bcfParts(topics: AsyncIterable<WrittenTopic>, writing: Writing): AsyncGenerator<ZipPart> {
  const { version, project } = writing;
  yield part(
    'bcf.version',
    node('Version', version === '2.1' ? [node('DetailedVersion', '2.1')] : [], { VersionId: version }),
  );
  if (version === '3.0')
    yield part(
      'project.bcfp',
      node('ProjectInfo', [node('Project', [node('Name', project.title)], { ProjectId: project.id })]),
    );
  const values = new Map<string, Set<string>>(LISTS.map(([list]) => [list, new Set()]));
  const documents = new Map<string, string>();
  const written = new Map<string, string>();
  for await (const topic of topics) {
    for (const source of [topic.stored?.extensions ?? {}, valuesOf(toVersion(topic.markup, version))])
      for (const [list, some] of Object.entries(source))
        for (const value of some) if (value !== '') values.get(list)?.add(value);
    yield* topicParts(topic, writing, { documents, written });
  }
  if (version === '2.1') return;
  yield part(
    'extensions.xml',
    node(
      'Extensions',
      LISTS.map(([list, element]) =>
        node(
          list,
          [...(values.get(list) ?? [])].map((value) => node(element, value)),
        ),
      ),
    ),
  );
  const listed = [...documents].map(([guid, name]) => node('Document', [node('Filename', name)], { Guid: guid }));
  if (listed.length > 0) yield part('documents.xml', node('DocumentInfo', [node('Documents', listed)]));
}

/** `written`: the SHA-256 of the files that are not in the folder of a topic, by their paths. */
type Shared = { documents: Map<string, string>; written: Map<string, string> };

async function* topicParts(
  { guid, markup, parts, stored }: WrittenTopic,
  { version, bytesOf }: Writing,
  { documents, written }: Shared,
): AsyncGenerator<ZipPart> {
  const files = new Map(stored?.files.map((file) => [file.path, file]));
  const { tree, moved } = withDocuments(markup, stored, version, documents);
  const pathOf = (name: string): string =>
    moved.get(name) ?? (stored && files.has(name) ? inFolder(name, stored.folder, guid) : `${guid}/${name}`);
  const own: PartOfTopic[] = [];
  const renamed = new Map<string, string>();
  for (const one of parts) {
    const path = pathOf(one.name);
    if (one.blobId === undefined || path.startsWith(`${guid}/`)) {
      own.push(one);
      continue;
    }
    const bytes = await bytesOf(one.blobId);
    if (!bytes) continue;
    const hash = createHash('sha256').update(bytes).digest('hex');
    const before = written.get(path);
    if (before === hash) continue;
    if (before === undefined) {
      written.set(path, hash);
      yield { name: path, bytes, stored: true };
      continue;
    }
    // Another topic has a different file of this name.
    const isDocument = version === '3.0' && path.startsWith(DOCUMENTS);
    const free = isDocument ? `${DOCUMENTS}${one.blobId}` : `${guid}/${one.blobId}-${basename(path)}`;
    if (isDocument) documents.set(one.blobId, files.get(one.name)?.name ?? one.name);
    renamed.set(path, free);
    yield { name: free, bytes, stored: true };
  }
  yield part(`${guid}/markup.bcf`, toVersion(withPaths(tree, guid, renamed), version));
  const done = new Set<string>();
  for (const { name, blobId, tree: view } of own) {
    const path = pathOf(name);
    if (done.has(path)) continue;
    const bytes = view
      ? writeTree(viewpointTo(view, version))
      : blobId === undefined
        ? undefined
        : await bytesOf(blobId);
    if (!bytes) continue;
    done.add(path);
    const changes = renamed.size > 0 || (stored !== undefined && stored.version !== version);
    const isForeign = changes && name.endsWith('.bcfv') && !view;
    yield {
      name: path,
      bytes: isForeign ? writeTree(viewpointTo(withPaths(readTree(bytes, name), guid, renamed), version)) : bytes,
      stored: true,
    };
  }
}

/** Where 3.0 keeps documents, under their ids. */
const DOCUMENTS = 'documents/';
/** Elements that name a file by its path from the folder of the topic. */
const REFERENCES: ReadonlySet<string> = new Set(['ReferencedDocument', 'Reference']);

/** The element with the new paths of files. */
function withPaths(tree: Node, guid: string, renamed: ReadonlyMap<string, string>): Node {
  if (renamed.size === 0) return tree;
  const folder = tree.name === 'DocumentGuid' ? DOCUMENTS : REFERENCES.has(tree.name) ? `${guid}/` : undefined;
  const path = folder === undefined ? undefined : renamed.get(normalize(`${folder}${tree.text.trim()}`));
  return {
    ...tree,
    text: folder === undefined || path === undefined ? tree.text : path.slice(folder.length),
    children: tree.children.map((one) => withPaths(one, guid, renamed)),
  };
}

/** Topics are written into folders with their ids. */
const inFolder = (path: string, folder: string, guid: string): string =>
  path.startsWith(`${folder}/`) ? `${guid}/${path.slice(folder.length + 1)}` : path;

/**
 * References to documents as this version writes them: 3.0 keeps internal ones in a folder of their own under an id, 2.1
 * anywhere in the file. `moved`: files with another place than before.
 */
function withDocuments(
  markup: Node,
  stored: StoredTopic | undefined,
  version: BcfVersion,
  documents: Map<string, string>,
): { tree: Node; moved: Map<string, string> } {
  const moved = new Map<string, string>();
  const files = stored?.files.filter(({ kind }) => kind === 'file') ?? [];
  const converted = (reference: Node): Node => {
    const keep = reference.children.filter(({ name }) => name === 'Description');
    const { isExternal: _isExternal, ...attributes } = reference.attributes;
    const inside = textOf(reference, 'DocumentGuid');
    const url = textOf(reference, 'Url');
    const named = textOf(reference, 'ReferencedDocument');
    if (version === '2.1') {
      const file = files.find(({ path }) => path === `documents/${inside}`);
      if (file) moved.set(file.path, `documents/${inside}-${basename(file.name)}`);
      if (url !== '')
        return node('DocumentReference', [node('ReferencedDocument', url), ...keep], {
          ...attributes,
          isExternal: 'true',
        });
      return file
        ? node(
            'DocumentReference',
            [node('ReferencedDocument', `../documents/${inside}-${basename(file.name)}`), ...keep],
            attributes,
          )
        : reference;
    }
    if (inside !== '') {
      const file = files.find(({ path }) => path === `documents/${inside}`);
      if (file && !documents.has(inside)) documents.set(inside, file.name);
      return reference;
    }
    if (named === '') return reference;
    if (attributeOf(reference, 'isExternal') === 'true')
      return node('DocumentReference', [node('Url', named), ...keep], attributes);
    const file = files.find(({ path }) => path === normalize(`${stored?.folder}/${named}`));
    if (!file) return node('DocumentReference', [node('Url', named), ...keep], attributes);
    documents.set(file.blobId, file.name);
    moved.set(file.path, `documents/${file.blobId}`);
    return node('DocumentReference', [node('DocumentGuid', file.blobId), ...keep], attributes);
  };
  const topic = child(markup, 'Topic');
  const references = child(topic, 'DocumentReferences');
  if (!topic || !references) return { tree: markup, moved };
  const list = { ...references, children: references.children.map(converted) };
  const next = { ...topic, children: topic.children.map((one) => (one === references ? list : one)) };
  return { tree: { ...markup, children: markup.children.map((one) => (one === topic ? next : one)) }, moved };
}
