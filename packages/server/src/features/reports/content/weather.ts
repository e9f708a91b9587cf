// The weather of a day at the site, from the service configured by the operator.
import type { getWeather } from '@plumbline/core/features/reports/contract';
import type { ReplyOf, RequestOf } from '@plumbline/core/kernel/endpoint';
import { AppError } from '@plumbline/core/kernel/errors';
import { tenantTransaction } from '../../../db/tx/transaction.ts';
import { takeService } from '../../../http/limits/service-limit.ts';
import { textsIn } from '../../../http/texts.ts';
import { ServiceError } from '../../../platform/fetch-limited.ts';
import type { Services } from '../../../platform/services.ts';
import type { Caller } from '../store.ts';

type Position = { lat: number | null; lon: number | null };

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 10) / 10);

/** Null without a service, without a position, or if nothing is known about the day. Throws `unavailable`. */
export async function weatherOf(
  services: Services,
  caller: Caller,
  { day, language }: RequestOf<typeof getWeather>['query'],
): Promise<ReplyOf<typeof getWeather>> {
  const { weather: service } = services;
  if (!service) return { attribution: '', weather: null };
  const found = await tenantTransaction(services.pool, caller.organisationId, (db) =>
    db.query<Position>('SELECT latitude AS lat, longitude AS lon FROM project WHERE organisation_id = $1 AND id = $2', [
      caller.organisationId,
      caller.projectId,
    ]),
  );
  const { lat = null, lon = null } = found.rows[0] ?? {};
  const { attribution } = service;
  if (lat === null || lon === null) return { attribution, weather: null };
  await takeService(services, caller.userId, 'weather');
  const known = await service.of({ lat, lon }, day).catch((error: unknown) => {
    if (!(error instanceof ServiceError)) throw error;
    services.log.warn({ err: error }, 'the weather could not be requested');
    throw new AppError('unavailable');
  });
  if (!known) return { attribution, weather: null };
  const { sky, low, high, wind, rain } = known;
  const figures = { low: rounded(low), high: rounded(high), wind: rounded(wind), rain: rounded(rain) };
  return {
    attribution,
    weather: { day, text: sky === null ? '' : textsIn(language)(`report.sky.${sky}`), ...figures },
  };
}
