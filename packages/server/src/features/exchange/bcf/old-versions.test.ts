// Files of BCF 1.0, which name neither their version nor the files of a topic.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { zipBuffer } from '../../../office/zip-write.ts';
import { BcfFile } from './read-bcf.ts';
import { commentsOf, pinOfTopic } from './topic-pin.ts';
import { attributeOf, child, childrenOf, readTree } from './tree.ts';
import { viewpointTo } from './versions.ts';

const GUID = '115a69e3-3893-44d2-aecb-fd5ebce4e05e';
const MARKUP = `<?xml version="1.0" encoding="utf-8"?><Markup>
  <Header><File IfcProject="344O7vICcwH8qAEnwJDjSU"><Filename>A.ifc</Filename></File></Header>
  <Topic Guid="${GUID}"><ReferenceLink>project://1</ReferenceLink><Title>Beam too low</Title></Topic>
  <Comment Guid="${GUID}"><VerbalStatus>Open</VerbalStatus><Status>Unknown</Status><Date>2015-03-20T09:40:21Z</Date>
    <Author>Kim</Author><Comment>Please look</Comment><Topic Guid="${GUID}"/></Comment></Markup>`;
const VIEW = `<VisualizationInfo><Components><Component IfcGuid="1GU8BMEqHBQxVAbwRD$4Jj"/></Components>
  <OrthogonalCamera/><Lines/></VisualizationInfo>`;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plumbline-bcf-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function opened(files: Record<string, string>): Promise<BcfFile> {
  const path = join(folder, 'issues.bcfzip');
  const parts = Object.entries(files).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));
  await writeFile(path, await zipBuffer(parts));
  return BcfFile.open(path);
}

test('a topic has its comments, and the viewpoint and snapshot with the standard file names', async () => {
  const path = `${GUID}/viewpoint.bcfv`;
  const bcf = await opened({ [`${GUID}/markup.bcf`]: MARKUP, [path]: VIEW, [`${GUID}/snapshot.png`]: 'x' });
  const { markup, files, missing } = await bcf.topic(GUID);
  expect(pinOfTopic(markup, GUID).pin).toMatchObject({ title: 'Beam too low', status: 'open' });
  expect(commentsOf(markup)).toMatchObject([{ text: 'Kim: Please look' }]);
  expect(files.map(({ kind, name }) => [kind, name])).toEqual([
    ['viewpoint', 'viewpoint.bcfv'],
    ['snapshot', 'snapshot.png'],
  ]);
  expect(missing).toEqual([]);
  const components = child(readTree(await bcf.read(path), path), 'Components');
  const selected = childrenOf(child(components, 'Selection'), 'Component');
  expect(selected.map((one) => attributeOf(one, 'IfcGuid'))).toEqual(['1GU8BMEqHBQxVAbwRD$4Jj']);
  bcf.close();
});

test('an archive without topics is not accepted as a BCF file', () =>
  expect(opened({ 'read me.txt': 'hello' })).rejects.toMatchObject({ problem: 'bcf_unreadable' }));

test('version 2.1 gets no empty lists, which its schema forbids', () => {
  const view = readTree(Buffer.from(VIEW.replace('<Component IfcGuid="1GU8BMEqHBQxVAbwRD$4Jj"/>', '<Selection/>')), '');
  expect(viewpointTo(view, '2.1').children.map(({ name }) => name)).toEqual(['Components', 'OrthogonalCamera']);
  expect(child(child(viewpointTo(view, '2.1'), 'Components'), 'Selection')).toBeUndefined();
  expect(child(child(viewpointTo(view, '3.0'), 'Components'), 'Selection')).toBeDefined();
});
