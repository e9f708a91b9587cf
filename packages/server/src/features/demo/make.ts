// Makes the demo project the way people would: sheets through the plan pipeline, everything else by the actions. May be repeated.
import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AppError } from '@plumbline/core/kernel/errors';
import type { LinkedRecord } from '@plumbline/core/site/rows/pins';
import { EMPTY_SETTINGS } from '@plumbline/core/site/rows/projects';
import { createSite, runSite } from '../../db/tx/pg-store.ts';
import { systemTransaction } from '../../db/tx/transaction.ts';
import type { Parts } from '../../platform/services.ts';
import { renderPage } from '../../rendering/render.ts';
import { publish } from '../imports/publish.ts';
import { keepFile } from '../uploads/keep-file.ts';
import { withScratch } from '../uploads/scratch.ts';
import { makeCompanies } from './companies.ts';
import { CATEGORIES, DEMO_PINS, type DemoPin, type DemoTask, type PersonKey, TEAMS } from './content.ts';
import { makeDatasets } from './datasets.ts';
import { makeDrawings, placeOn, SHEETS, type SheetKey, sheetGeometry } from './drawings/sheets.ts';
import { DEMO_FIELDS, demoValues } from './fields.ts';
import { demoId, pinName } from './ids.ts';
import { DEMO_PEOPLE, emailOf } from './people.ts';
import { between, chance } from './photos/draw.ts';
import { takePhoto } from './photos/photos.ts';
import { makeReports } from './reports.ts';
import { drawOnPhoto } from './sketch.ts';

const DAY_MS = 86_400_000;
const ORGANISATION = demoId('organisation');
export const DEMO_PROJECT = demoId('project');
const FOLDER = demoId('folder overview');
const planId = (sheet: SheetKey): string => demoId(`plan ${sheet}`);

/** Done before, by an earlier try of the same job. */
const DONE = new Set(['already_exists', 'already_changed', 'pin_locked', 'task_locked', 'drawing_changed']);

async function once(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof AppError && DONE.has(error.code))) throw error;
  }
}

/** The same parts at another time: the demo has a past. */
const at = (parts: Parts, time: Date): Parts => ({ ...parts, clock: { now: () => time } });

/** A moment of a working day, `days` before today. */
function moment(today: Date, days: number, minutes: number): Date {
  const start = Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate(), 6, 30);
  return new Date(Math.min(start - days * DAY_MS + minutes * 60_000, today.getTime()));
}
const dayOf = (today: Date, offset: number): string =>
  new Date(today.getTime() + offset * DAY_MS).toISOString().slice(0, 10);

async function makeProject(parts: Parts, today: Date): Promise<void> {
  const anna = demoId('anna');
  const then = at(parts, moment(today, 110, 0));
  await once(() =>
    createSite(then, { organisationId: ORGANISATION, userId: anna }, DEMO_PROJECT, async ({ tx }) => {
      const projectId = DEMO_PROJECT;
      tx.put('project', {
        id: projectId,
        projectId,
        title: 'Lindenhof: offices, practice and flats',
        company: 'Lindenhof Projekt',
        address: 'Lindenhofweg 12',
        postCode: '00412',
        country: 'DE',
        start: dayOf(today, -110),
        end: dayOf(today, 190),
        notes: 'New building with basement and three storeys. Access by gate 1 in Lindenhofweg only.',
        timezone: 'Europe/Berlin',
        language: 'en',
        managerName: 'Anna Berger',
        managerPhone: '+49 30 5550 1212',
        ...EMPTY_SETTINGS,
        ownerId: anna,
        assistantId: demoId('lena'),
        ratings: [{ id: 'priority', title: 'Priority', levels: ['Low', 'Normal', 'High'] }],
        active: true,
        createdBy: anna,
        createdAt: tx.now(),
      });
      for (const person of DEMO_PEOPLE) {
        tx.put('member', {
          id: demoId(`member ${person.key}`),
          projectId,
          userId: demoId(person.key),
          firstName: person.firstName,
          lastName: person.lastName,
          email: emailOf(person),
          companyName: person.company,
          craft: person.craft,
          role: person.role,
          state: 'active',
        });
      }
      for (const [key, team] of Object.entries(TEAMS)) {
        tx.put('team', {
          id: demoId(`team ${key}`),
          projectId,
          title: team.title,
          purpose: '',
          companyName: team.company,
          craft: team.craft,
          role: team.role,
          memberIds: team.people.map((person) => demoId(person)),
          active: true,
        });
      }
      Object.entries(CATEGORIES).forEach(([key, { title, colour }], sort) => {
        tx.put('category', { id: demoId(`category ${key}`), projectId, title, colour, active: true, sort });
      });
      DEMO_FIELDS.forEach(({ key, title, format, categories = [] }, sort) => {
        const categoryIds = categories.map((one) => demoId(`category ${one}`));
        tx.put('field', { id: demoId(`field ${key}`), projectId, title, format, categoryIds, active: true, sort });
      });
    }),
  );
  await once(() =>
    runSite(then, { organisationId: ORGANISATION, userId: anna }, DEMO_PROJECT, 'folder.create', {
      id: FOLDER,
      name: 'Overview, section and elevations',
      parentId: null,
    }),
  );
}

async function makePlans(parts: Parts, today: Date, signal: AbortSignal): Promise<void> {
  const owner = { organisationId: ORGANISATION, userId: demoId('anna') };
  await withScratch(parts, async (folder) => {
    const paths = await makeDrawings(folder, dayOf(today, 0));
    for (const [index, sheet] of SHEETS.entries()) {
      signal.throwIfAborted();
      const path = paths[index];
      if (path === undefined) throw new TypeError('a sheet without a drawing');
      const revisionId = demoId(`revision ${sheet.file}`);
      const then = at(parts, moment(today, sheet.revision === 'A' ? 96 : 12, 20 + index));
      const known = await systemTransaction(parts.pool, (db) =>
        db.query('SELECT FROM revision WHERE id = $1', [revisionId]),
      );
      if (known.rowCount === 1) continue;
      const made = await renderPage(path, 1, folder, { signal });
      const keep = async (file: string, mime: string, name: string) => {
        const id = demoId(`blob ${sheet.file} ${name}`);
        await keepFile(then, owner, { id, path: file, mime, name });
        return id;
      };
      const original = await keep(path, 'application/pdf', sheet.file);
      const inFolder = sheet.sheet === 'A-001' || sheet.sheet === 'A-201';
      await publish(
        then,
        { organisationId: ORGANISATION, importId: revisionId },
        {
          page: 1,
          turn: 0,
          state: 'running',
          title: sheet.title,
          sheetNumber: sheet.sheet,
          planId: planId(sheet.sheet),
          revisionId,
          projectId: DEMO_PROJECT,
          parentId: inFolder ? FOLDER : null,
          createdBy: owner.userId,
          originalBlobId: original,
          originalName: sheet.file,
          fileSize: (await stat(path)).size,
          blobKey: '',
          revises: false,
          version: sheet.revision,
          model: null,
        },
        {
          widthPt: made.widthPt,
          heightPt: made.heightPt,
          pyramid: made.pyramid,
          packBlobId: await keep(made.pack, 'application/octet-stream', 'tiles'),
          textBlobId: made.text === null ? null : await keep(made.text, 'application/gzip', 'text'),
          thumbBlobId: await keep(made.thumb, 'image/webp', 'thumb.webp'),
          previewBlobId: await keep(made.preview, 'image/webp', 'preview.webp'),
        },
      );
    }
  });
}

type Spot = readonly [x: number, y: number];

function inside([x, y]: Spot, ring: readonly Spot[]): boolean {
  let hit = false;
  ring.forEach(([x1, y1], index) => {
    const [x0, y0] = ring.at(index - 1) ?? [x1, y1];
    if (y0 > y !== y1 > y && x < ((x0 - x1) * (y - y1)) / (y0 - y1) + x1) hit = !hit;
  });
  return hit;
}

/** Where a pin of the demo stands on its sheet, as fractions. */
function spotOf(pin: DemoPin, seed: number): Spot {
  if (typeof pin.at !== 'string') return pin.sheet === 'A-201' ? [0.42, 0.3] : placeOn(pin.sheet, [...pin.at]);
  const revision = pin.sheet === 'A-102' ? 'B' : 'A';
  const room = sheetGeometry(pin.sheet, revision)?.rooms.find(({ number }) => number === pin.at);
  if (!room) throw new TypeError(`no room ${pin.at} on ${pin.sheet}`);
  const xs = room.outer.map(([x]) => x);
  const ys = room.outer.map(([, y]) => y);
  const next = chance(seed);
  const within = (values: number[]): number => {
    const [low, high] = [Math.min(...values), Math.max(...values)];
    return between(next, low + (high - low) * 0.15, high - (high - low) * 0.15);
  };
  for (;;) {
    const spot: Spot = [within(xs), within(ys)];
    if (inside(spot, room.outer) && !room.holes.some((hole) => inside(spot, hole))) return spot;
  }
}

const who = (key: PersonKey) => ({ organisationId: ORGANISATION, userId: demoId(key) });

/** The company and the craft of whom a task is given to. */
function assignedOf(to: DemoTask['to']): { company: string; craft: string } {
  const found = [...Object.entries(TEAMS), ...DEMO_PEOPLE.map((one) => [one.key, one] as const)].find(
    ([key]) => key === to,
  );
  if (!found) throw new TypeError(`nobody is called ${to}`);
  return found[1];
}

async function makeTask(parts: Parts, today: Date, pinName: string, pin: DemoPin, task: DemoTask, index: number) {
  const id = demoId(`task ${pinName} ${index}`);
  const team = task.to in TEAMS;
  const { company: companyName, craft } = assignedOf(task.to);
  // A pin of somebody who may not give tasks gets them from the site management.
  const giver: PersonKey = pin.by === 'anna' || pin.by === 'tomas' ? pin.by : 'anna';
  const act = (days: number, minutes: number, person: PersonKey, action: string, input: object) =>
    once(() => runSite(at(parts, moment(today, days, minutes)), who(person), DEMO_PROJECT, action, input));
  await act(pin.days, 60 + index, giver, 'task.create', {
    id,
    pinId: demoId(pinName),
    draft: task.state === 'draft',
    assigneeType: team ? 'TeamGroup' : 'User',
    assigneeId: team ? demoId(`team ${task.to}`) : demoId(task.to),
    content: { title: task.title, dueDate: dayOf(today, task.due), companyName, craft },
  });
  if (!task.state || task.state === 'draft') return;
  const doneDays = Math.max(1, Math.floor(pin.days / 2));
  await act(doneDays, 200, 'anna', 'task.setStatus', { id, move: 'markDone' });
  const comment = task.reply && { comment: { id: demoId(`reply ${pinName} ${index}`), text: task.reply } };
  if (task.state === 'rejected') {
    await act(doneDays - 1, 240, 'anna', 'task.setStatus', { id, move: 'reject', ...comment });
  } else if (task.state === 'closed') {
    await act(doneDays - 1, 260, 'anna', 'task.setStatus', { id, move: 'close', ...comment });
  } else if (task.reply) {
    await act(doneDays, 201, 'anna', 'comment.create', {
      id: demoId(`reply ${pinName} ${index}`),
      pinId: demoId(pinName),
      taskId: id,
      text: task.reply,
    });
  }
}

async function makePhotos(parts: Parts, today: Date, folder: string, pinName: string, pin: DemoPin, seed: number) {
  for (const [index, scene] of (pin.photos ?? []).entries()) {
    const name = `${pinName} photo ${index}`;
    const taken = moment(today, pin.days, 12 + index * 2);
    const then = at(parts, moment(today, pin.days, 15 + index));
    const path = join(folder, `${demoId(name)}.jpg`);
    const bytes = await takePhoto(scene, seed * 7 + index, taken);
    await writeFile(path, bytes);
    const blobId = demoId(name);
    const fileName = `IMG_${4100 + seed * 3 + index}.jpg`;
    await keepFile(then, who(pin.by), { id: blobId, path, mime: 'image/jpeg', name: fileName });
    await once(() =>
      runSite(then, who(pin.by), DEMO_PROJECT, 'post.create', {
        id: demoId(`post ${name}`),
        pinId: demoId(pinName),
        taskId: null,
        type: 'Visuals',
        files: [{ blobId, name: fileName, mime: 'image/jpeg', size: bytes.length, width: 1600, height: 1200 }],
        takenAt: taken.toISOString(),
      }),
    );
    await once(() => drawOnPhoto(then, who(pin.by), DEMO_PROJECT, { scene, path, name, fileName }));
  }
}

type Making = { folder: string; rooms: ReadonlyMap<string, LinkedRecord> };

async function makePin(parts: Parts, today: Date, pin: DemoPin, seed: number, { folder, rooms }: Making) {
  const name = pinName(pin);
  const [x, y] = spotOf(pin, seed);
  const author: PersonKey = ['anna', 'tomas', 'jonas'].includes(pin.by) ? pin.by : 'anna';
  const made = { ...pin, by: author };
  const act = (days: number, minutes: number, person: PersonKey, action: string, input: object) =>
    once(() => runSite(at(parts, moment(today, days, minutes)), who(person), DEMO_PROJECT, action, input));
  await act(pin.days, 10, author, 'pin.create', {
    id: demoId(name),
    planId: planId(pin.sheet),
    x,
    y,
    content: {
      title: pin.title,
      categoryId: demoId(`category ${pin.category}`),
      notes: pin.notes ?? '',
      tags: pin.tags ?? [],
      ratings: pin.priority ? { priority: pin.priority } : {},
      fields: demoValues(pin, (offset) => dayOf(today, offset)),
    },
  });
  const record = typeof pin.at === 'string' ? rooms.get(pin.at) : undefined;
  const linker = author === 'tomas' ? author : 'anna';
  if (record) await act(pin.days, 11, linker, 'pin.linkRecord', { id: demoId(name), record, on: true });
  await makePhotos(parts, today, folder, name, made, seed);
  for (const [index, task] of (pin.tasks ?? []).entries()) await makeTask(parts, today, name, made, task, index);
  for (const [index, [person, text]] of (pin.talk ?? []).entries()) {
    await act(Math.max(0, pin.days - 1 - index), 300 + index * 7, person, 'comment.create', {
      id: demoId(`talk ${name} ${index}`),
      pinId: demoId(name),
      taskId: null,
      text,
    });
  }
  const move = pin.end && { closed: 'close', inactive: 'deactivate' }[pin.end];
  if (move) await act(1, 320, 'anna', 'pin.setStatus', { id: demoId(name), move, tasks: 'keep' });
}

export async function makeDemo(parts: Parts, signal: AbortSignal): Promise<void> {
  const today = parts.clock.now();
  await makeProject(parts, today);
  await makeCompanies(at(parts, moment(today, 108, 0)), who('anna'), DEMO_PROJECT);
  await makePlans(parts, today, signal);
  await withScratch(parts, async (folder) => {
    const then = at(parts, moment(today, 90, 0));
    const rooms = await makeDatasets(then, who('anna'), DEMO_PROJECT, { folder, signal });
    for (const [index, pin] of DEMO_PINS.entries()) {
      signal.throwIfAborted();
      await makePin(parts, today, pin, index + 1, { folder, rooms });
    }
  });
  await makeReports(parts, ORGANISATION, DEMO_PROJECT);
  parts.log.info('the demo project is complete');
}
