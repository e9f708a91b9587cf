// The reports of the demo, made as a user makes them and filled by the worker.
import { AppError } from '@plumbline/core/kernel/errors';
import type { Session } from '../../http/session.ts';
import type { Parts } from '../../platform/services.ts';
import { readActor } from '../people/actor.ts';
import { create } from '../reports/service.ts';
import { DEMO_PINS, type DemoPin } from './content.ts';
import { demoId, pinName } from './ids.ts';

const ATTENDEES = [
  { company: 'Studio Ahornweg', people: 3 },
  { company: 'Keller Haustechnik', people: 3 },
  { company: 'Yıldız Trockenbau', people: 5 },
  { company: 'Elektro Dvořák', people: 2 },
];

type Wanted = {
  name: string;
  title: string;
  templateId: string;
  pins: (pin: DemoPin) => boolean;
  attendees: typeof ATTENDEES;
  weather: string | null;
};

const WANTED: readonly Wanted[] = [
  {
    name: 'report meeting',
    title: 'Site meeting, ground floor',
    templateId: 'builtin:siteReport',
    pins: (pin) => pin.sheet === 'A-102' && !pin.end && (pin.photos?.length ?? 0) > 0,
    attendees: ATTENDEES,
    weather: 'Cloudy, 7 °C, light wind',
  },
  {
    name: 'report defects',
    title: 'Open defects, second floor',
    templateId: 'builtin:defectList',
    pins: (pin) => pin.sheet === 'A-104' && !pin.end,
    attendees: [],
    weather: null,
  },
];

/** Puts the reports in; the worker makes them. May be repeated. */
export async function makeReports(parts: Parts, organisationId: string, projectId: string): Promise<void> {
  const session: Session = {
    sessionId: demoId('session'),
    userId: demoId('anna'),
    organisationId,
    owner: true,
    admin: true,
    manageUsers: false,
    licensed: true,
    licenceExpired: false,
    language: 'en',
    timeZone: 'Europe/Berlin',
    way: 'password',
  };
  const actor = await readActor(parts.pool, session, projectId);
  const day = parts.clock.now().toISOString().slice(0, 10);
  for (const { name, title, templateId, pins, attendees, weather } of WANTED) {
    const pinIds = DEMO_PINS.filter(pins).map((pin) => demoId(pinName(pin)));
    await create(
      parts,
      { session, actor, projectId },
      {
        id: demoId(name),
        title,
        templateId,
        format: 'docx',
        language: 'en',
        pinIds,
        taskIds: [],
        filter: null,
        attendees,
        weather: weather === null ? null : { day, text: weather, low: null, high: null, wind: null, rain: null },
      },
    ).catch((error: unknown) => {
      if (!(error instanceof AppError && error.code === 'already_exists')) throw error;
    });
  }
}
