// Data read from a building model's file, and how it is distinguished from drawings.
import type { DrawingFrame } from '@plumbline/core/site/geometry/drawing-frame';
import type { ModelLocation } from '@plumbline/core/site/geometry/model-location';
import type { Services } from '../../platform/services.ts';
import { isIfcHeader } from '../../rendering/engines/ifc/scan-step.ts';
import { isZip } from '../../rendering/engines/ifc/unzip-ifc.ts';
import type { BuiltModel } from '../../rendering/render.ts';
import { storeFile } from '../uploads/store-file.ts';

export type DraftStorey = {
  globalId: string;
  name: string;
  elevation: number;
  /** The page of its drawing, from 1; null if there is nothing to draw. */
  page: number | null;
  /** Set once the import of the pages starts. */
  planId: string | null;
  /** The area of the model that the plan's coordinates cover. */
  frame: DrawingFrame;
  /** Absent from imports that an earlier version began. */
  rooms?: BuiltModel['storeys'][number]['rooms'];
};

/** Stored with the import while it runs. */
export type ModelDraft = {
  modelId: string;
  /** The folder that represents the model. */
  folderId: string;
  packBlobId: string;
  drawingBlobId: string | null;
  drawingName: string;
  origin: [number, number, number];
  /** The area that the new drawings cover. */
  frame: DrawingFrame;
  storeys: DraftStorey[];
  elements: number;
  triangles: number;
  leftOut: number;
  located: ModelLocation | null;
};

/**
 * Detects by content, by name only if the content is inconclusive, so that a broken file is reported as the intended
 * type.
 */
export async function isModel(path: string, name: string): Promise<boolean> {
  if (isIfcHeader(path)) return true;
  return /\.ifc(?:zip|xml|x|json)?$/iu.test(name) || (/\.zip$/iu.test(name) && (await isZip(path)));
}

/** Stores the converted file; `revises`: the folder of the model that this is a new version of. */
export async function storeModel(
  services: Services,
  owner: { organisationId: string; userId: string },
  built: BuiltModel,
  { name, revises }: { name: string; revises: string | null },
): Promise<ModelDraft> {
  const keep = async (path: string, mime: string, called: string) => {
    const blobId = services.newId();
    await storeFile(services, owner, { id: blobId, path, mime, name: called });
    return blobId;
  };
  const drawingName = `${name.replace(/\.[^.]*$/u, '').slice(0, 240)}.pdf`;
  const { origin, frame, elements, triangles, leftOut, located } = built;
  return {
    modelId: services.newId(),
    folderId: revises ?? services.newId(),
    packBlobId: await keep(built.pack, 'application/octet-stream', 'model.pack'),
    drawingBlobId: built.drawing && (await keep(built.drawing, 'application/pdf', drawingName)),
    drawingName,
    origin: [...origin],
    frame,
    storeys: built.storeys.map((storey) => ({ ...storey, planId: null, frame })),
    elements,
    triangles,
    leftOut,
    located,
  };
}
