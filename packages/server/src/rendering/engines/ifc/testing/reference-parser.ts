// Opens and meshes a file with the parser alone and keeps nothing. The baseline for the import benchmark.
import { readFileSync } from 'node:fs';
import { IfcAPI, LogLevel } from 'web-ifc';

/** Returns the total count of numbers in the meshes. */
export async function openAndMesh(file: string): Promise<number> {
  const api = new IfcAPI();
  await api.Init();
  api.SetLogLevel(LogLevel.LOG_LEVEL_OFF);
  const model = api.OpenModel(readFileSync(file), { COORDINATE_TO_ORIGIN: false, CIRCLE_SEGMENTS: 16 });
  let numbers = 0;
  api.StreamAllMeshes(model, (mesh) => {
    for (let i = 0; i < mesh.geometries.size(); i++) {
      const geometry = api.GetGeometry(model, mesh.geometries.get(i).geometryExpressID);
      numbers += api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize()).length;
      numbers += api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize()).length;
      geometry.delete();
    }
  });
  return numbers;
}
