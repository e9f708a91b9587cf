// A BCF file for tests, and what such files say.
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { BcfFile, type Topic } from '@plumbline/server/features/exchange/bcf/read-bcf';
import { zipBuffer } from '@plumbline/server/office/zip-write';
import type { TestServer } from '../../server.ts';

export type Contents = {
  topics: (Omit<Topic, 'folder' | 'files'> & { files: Record<string, string> })[];
  documents: unknown;
};

/** What a file says, regardless of the names of its folders. */
export async function contentsOfBcf(server: TestServer, bytes: Buffer): Promise<Contents> {
  const bcf = await BcfFile.open(await onDisk(server, bytes));
  try {
    const topics = [];
    for (const folder of bcf.folders) {
      const { folder: _folder, files, ...topic } = await bcf.topic(folder);
      const hashes: Record<string, string> = {};
      for (const { path } of files) hashes[path.replace(`${folder}/`, '')] = (await bcf.read(path)).toString('base64');
      topics.push({ ...topic, files: hashes });
    }
    topics.sort((a, b) => a.guid.localeCompare(b.guid));
    return { topics, documents: Object.fromEntries(await bcf.documents()) };
  } finally {
    bcf.close();
  }
}

async function onDisk(server: TestServer, bytes: Buffer): Promise<string> {
  const key = `blobs/test/${randomUUID()}`;
  await server.services.files.put(key, Readable.from([bytes]));
  return server.services.files.localPath?.(key) ?? '';
}

/** Only the head of an image. */
const PNG = Buffer.from('89504e470d0a1a0a0000', 'hex');
export const GUID = '5ed97d64-f1be-487e-9f80-5ad19576f51a';
const VIEW = '817b50b5-f6b2-4e5d-8a37-b692d67cdd91';
const CAMERA = `<PerspectiveCamera><CameraViewPoint><X>1</X><Y>2</Y><Z>3</Z></CameraViewPoint><CameraDirection><X>0</X>
  <Y>1</Y><Z>0</Z></CameraDirection><CameraUpVector><X>0</X><Y>0</Y><Z>1</Z></CameraUpVector><FieldOfView>60</FieldOfView>`;

/** A file with everything that version 2.1 defines. */
export const VERSION_2: Record<string, string | Buffer> = {
  'bcf.version': '<Version VersionId="2.1"><DetailedVersion>2.1</DetailedVersion></Version>',
  [`${GUID}/markup.bcf`]: `<?xml version="1.0" encoding="utf-8"?>
    <Markup xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
      <Header><File IfcProject="3LIQL2UvjC6xkGKOQxhhVW" isExternal="true"><Filename>A.ifc</Filename>
        <Date>2014-02-25T11:50:32</Date><Reference>https://example.org/A.ifc</Reference></File>
        <File isExternal="false"><Filename>B.ifc</Filename><Reference>../B.ifc</Reference></File></Header>
      <Topic Guid="${GUID}" TopicType="Clash" TopicStatus="In Progress">
        <ReferenceLink>https://example.org/1</ReferenceLink><ReferenceLink>https://example.org/2</ReferenceLink>
        <Title>Duct &amp; beam</Title><Priority>High</Priority><Index>4</Index><Labels>MEP</Labels><Labels>Level 2</Labels>
        <CreationDate>2015-10-16T12:13:15Z</CreationDate><CreationAuthor>kim@example.org</CreationAuthor>
        <ModifiedDate>2015-10-17T12:13:15Z</ModifiedDate><ModifiedAuthor>lee@example.org</ModifiedAuthor>
        <DueDate>2026-12-31T00:00:00Z</DueDate><AssignedTo>Lee@example.org</AssignedTo><Stage>Design</Stage>
        <Description>They collide.</Description>
        <BimSnippet SnippetType="json" isExternal="false"><Reference>part.json</Reference><ReferenceSchema/></BimSnippet>
        <DocumentReference Guid="a1"><ReferencedDocument>../notes.txt</ReferencedDocument><Description>N</Description></DocumentReference>
        <DocumentReference Guid="a2" isExternal="true"><ReferencedDocument>https://example.org/d</ReferencedDocument></DocumentReference>
        <RelatedTopic Guid="c357e96a-cb90-4ed2-888f-44a7c53e8b75"/>
      </Topic>
      <Comment Guid="ef59f5f6-3583-4caf-92b9-6187242f4e98"><Date>2015-10-18T12:13:15Z</Date><Author>kim@example.org</Author>
        <Comment>Please look</Comment><Viewpoint Guid="${VIEW}"/></Comment>
      <Viewpoints Guid="${VIEW}"><Viewpoint>view.bcfv</Viewpoint><Snapshot>snap.png</Snapshot><Index>1</Index></Viewpoints>
    </Markup>`,
  [`${GUID}/view.bcfv`]: `<VisualizationInfo Guid="${VIEW}"><Components><ViewSetupHints SpacesVisible="true"/><Selection>
    <Component IfcGuid="1GU8BMEqHBQxVAbwRD$4Jj"/></Selection><Visibility DefaultVisibility="true"/></Components>
    ${CAMERA}</PerspectiveCamera><Bitmap><Bitmap>PNG</Bitmap><Reference>bitmap.png</Reference></Bitmap></VisualizationInfo>`,
  [`${GUID}/snap.png`]: PNG,
  [`${GUID}/bitmap.png`]: Buffer.concat([PNG, PNG]),
  [`${GUID}/part.json`]: '{}',
  'notes.txt': 'Notes',
  'B.ifc': 'ISO-10303-21;',
};

/** A file with what version 2.0 writes differently. */
export const VERSION_2_0: Record<string, string | Buffer> = {
  'bcf.version': '<Version VersionId="2.0"><DetailedVersion>2.0 RC</DetailedVersion></Version>',
  [`${GUID}/markup.bcf`]: `<Markup>
      <Topic Guid="${GUID}" TopicType="Error" TopicStatus="Open"><Title>Wall&#0; &#xD83D;&#xDE00;</Title>
        <Description>&#x0;Odd &#xDE00;</Description><Labels>MEP</Labels>
        <CreationDate>2015-06-09T11:08:49+03:00</CreationDate><AssignedTo>lee@example.org</AssignedTo>
        <DocumentReferences><ReferencedDocument>../notes.txt</ReferencedDocument></DocumentReferences>
        <RelatedTopics Guid="c357e96a-cb90-4ed2-888f-44a7c53e8b75"/></Topic>
      <Comment Guid="ef59f5f6-3583-4caf-92b9-6187242f4e98"><VerbalStatus>Open</VerbalStatus><Status>Error</Status>
        <Date>2015-06-09T11:08:49+03:00</Date><Author>kim@example.org</Author><Comment>Look</Comment><Topic Guid="${GUID}"/></Comment>
      <Viewpoints Guid="${VIEW}"><Viewpoint>view.bcfv</Viewpoint><Snapshot>snap.png</Snapshot></Viewpoints>
    </Markup>`,
  [`${GUID}/view.bcfv`]: `<VisualizationInfo><Components><Component IfcGuid="1GU8BMEqHBQxVAbwRD$4Jj" Selected="true"/>
    <Component IfcGuid="0AQJSsoeDDvwVqSNcwjy55" Selected="false" Visible="false" Color="FF00FF00"/></Components>
    ${CAMERA}</PerspectiveCamera><Bitmaps><Bitmap>PNG</Bitmap><Reference>${GUID}/bitmap.png</Reference></Bitmaps></VisualizationInfo>`,
  [`${GUID}/snap.png`]: PNG,
  [`${GUID}/bitmap.png`]: Buffer.concat([PNG, PNG]),
  'notes.txt': 'Notes',
};

export const zipped = (files: Record<string, string | Buffer>): Promise<Buffer> =>
  zipBuffer(Object.entries(files).map(([name, content]) => ({ name, bytes: Buffer.from(content) })));
