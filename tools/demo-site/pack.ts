// The files of the demo pack, each with the function that produces its bytes.

import { writeIfc } from '@plumbline/server/rendering/engines/ifc/testing/ifc-writer';
import { SCHEDULES } from './building/schedules.ts';
import { demoBuilding, MODEL_FILE } from './ifc/building.ts';
import { composeManifest, photosOf, STORY_PINS, scenesOf } from './manifest.ts';
import { drawHousePdf, HOUSE_SHEETS } from './old-house/sheets.ts';
import { takePhoto } from './photos/photo.ts';
import { flatten, marksOn } from './photos/sketch.ts';
import { drawPdf, SHEETS } from './sheets/sheets.ts';

/** The date of the drawings and the model. It is fixed so that the pack is reproducible. */
const DRAWN_ON = '2026-10-05';
/** The EXIF date of every photo. The loader replaces it with the day on which the photo was taken. */
const PHOTO_DATE = '2026:10:05 08:00:00';

export type Draw = () => Promise<Buffer>;

function photos(): [string, Draw][] {
  return composeManifest().sites.flatMap(({ pins }, siteIndex) =>
    pins.flatMap((pin, pinIndex) => {
      const story = STORY_PINS[siteIndex]?.[pinIndex];
      const scenes = story ? scenesOf(story) : [];
      return photosOf(pin).flatMap(({ file, sketch }, index): [string, Draw][] => {
        const scene = scenes[index];
        if (scene === undefined) throw new TypeError(`no scene for ${file}`);
        const take: Draw = () => takePhoto(scene, siteIndex * 1_000 + (pinIndex + 1) * 7 + index, PHOTO_DATE);
        const marks = marksOn(scene) ?? [];
        return [
          [file, take],
          ...(sketch ? [[sketch.file, async () => flatten(await take(), marks)] as [string, Draw]] : []),
        ];
      });
    }),
  );
}

/** Every file of the pack by its path. */
export function drawPack(): Map<string, Draw> {
  return new Map<string, Draw>([
    ['manifest.json', async () => Buffer.from(`${JSON.stringify(composeManifest(), null, 2)}\n`)],
    ...SHEETS.map((sheet): [string, Draw] => [`sheets/${sheet.file}`, () => drawPdf(sheet, DRAWN_ON)]),
    ...HOUSE_SHEETS.map((sheet): [string, Draw] => [`sheets/${sheet.file}`, () => drawHousePdf(sheet, DRAWN_ON)]),
    [MODEL_FILE, async () => Buffer.from(writeIfc(demoBuilding(), `${DRAWN_ON}T08:00:00`))],
    ...Object.values(SCHEDULES).map(({ name, csv }): [string, Draw] => [
      `datasets/${name}`,
      async () => Buffer.from(csv()),
    ]),
    ...photos(),
  ]);
}
