// The services that every route, job and effect uses; built once per process and passed down.

import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Config } from '../config/config.ts';
import type { Clock } from './clock/clock.ts';
import type { Converter } from './converter/converter.ts';
import type { DomainRecords } from './domain-records/domain-records.ts';
import type { Files } from './files/files.ts';
import type { Geocoder } from './geocoder/geocoder.ts';
import type { Mail } from './mail/mail.ts';
import type { MapTiles } from './map-tiles/map-tiles.ts';
import type { Metrics } from './metrics.ts';
import type { PublicFetch } from './public-fetch/public-fetch.ts';
import type { Push } from './push/push.ts';
import type { Queue } from './queue/queue.ts';
import type { Siblings } from './siblings/siblings.ts';
import type { Sms } from './sms/sms.ts';
import type { TextRecogniser } from './text-recogniser/text-recogniser.ts';
import type { Transcoder } from './transcoder/transcoder.ts';
import type { VirusScanner } from './virus-scanner/virus-scanner.ts';
import type { Weather } from './weather/weather.ts';

export type Services = {
  config: Config;
  log: FastifyBaseLogger;
  metrics: Metrics;
  pool: Pool;
  clock: Clock;
  files: Files;
  mail: Mail;
  sms: Sms;
  queue: Queue;
  converter: Converter;
  transcoder: Transcoder;
  textRecogniser: TextRecogniser;
  /** Null: uploads are not scanned. */
  virusScanner: VirusScanner | null;
  /** Null if the operator has configured none. */
  mapTiles: MapTiles | null;
  geocoder: Geocoder | null;
  weather: Weather | null;
  /** Null: no push notifications. */
  push: Push | null;
  /** Requests URLs that users entered; never internal ones unless the operator allows it. */
  publicFetch: PublicFetch;
  domainRecords: DomainRecords;
  siblings: Siblings;
  /** Generates random ids for what the server itself creates. */
  newId: () => string;
};
