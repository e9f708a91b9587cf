// Builds the services of a process from its configuration. The adapter behind each port is chosen only here.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Pool } from 'pg';
import type { Config } from '../config/config.ts';
import { instanceKey } from '../http/security/instance-key.ts';
import { type Clock, systemClock } from '../platform/clock/clock.ts';
import { libreOffice } from '../platform/converter/libreoffice.ts';
import { dnsRecords } from '../platform/domain-records/domain-records.ts';
import { openFiles } from '../platform/files/open-files.ts';
import { httpGeocoder } from '../platform/geocoder/http-geocoder.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { smtpMail } from '../platform/mail/smtp.ts';
import { storedMail } from '../platform/mail/stored-mail.ts';
import type { MapTiles } from '../platform/map-tiles/map-tiles.ts';
import { tileServer } from '../platform/map-tiles/tile-server.ts';
import { isVector, vectorMap } from '../platform/map-tiles/vector/vector-map.ts';
import { createMetrics, type Metrics } from '../platform/metrics.ts';
import { createPublicFetch } from '../platform/public-fetch/public-fetch.ts';
import type { Push } from '../platform/push/push.ts';
import { webPushService } from '../platform/push/web-push.ts';
import { postgresQueue } from '../platform/queue/postgres.ts';
import type { Services } from '../platform/services.ts';
import { NO_SIBLINGS, type Siblings } from '../platform/siblings/siblings.ts';
import { httpSms } from '../platform/sms/http.ts';
import type { Sms } from '../platform/sms/sms.ts';
import { storedSms } from '../platform/sms/stored-sms.ts';
import { tesseract } from '../platform/text-recogniser/tesseract.ts';
import { ffmpeg } from '../platform/transcoder/ffmpeg.ts';
import { clamd } from '../platform/virus-scanner/clamd.ts';
import { httpWeather } from '../platform/weather/http-weather.ts';

const mailOf = ({ mail, dataDir, publicUrl }: Config): Mail =>
  mail.kind === 'smtp'
    ? smtpMail(mail.url, mail.from)
    : storedMail(join(dataDir, 'mail'), `Plumbline <no-reply@${new URL(publicUrl).hostname}>`);

const smsOf = ({ sms, dataDir }: Config): Sms =>
  sms.kind === 'http' ? httpSms(sms.url, sms.token) : storedSms(join(dataDir, 'sms'));

/** The key is derived from the installation's secret, so all processes share it and it needs no storage. */
function pushOf({ push, secretKey, supportEmail, publicUrl }: Config): Push | null {
  if (!push) return null;
  const withoutEmail = publicUrl.startsWith('https:') ? publicUrl : `mailto:no-reply@${new URL(publicUrl).hostname}`;
  return webPushService({
    privateKey: push.privateKey ?? instanceKey(secretKey, 'push'),
    contact: supportEmail ? `mailto:${supportEmail}` : withoutEmail,
    services: push.services,
  });
}

/** Raster tiles from a server, or tiles rendered here from vector data. */
function mapTilesOf(its: NonNullable<Config['mapTiles']>): MapTiles {
  return isVector(its.url) ? vectorMap({ ...its, language: 'en' }) : tileServer(its);
}

type Sending = (...message: never[]) => Promise<unknown>;

/** The same service, with its messages and failures counted. */
function counted<Service extends { send: Sending }>(service: Service, channel: string, { messages }: Metrics): Service {
  const send = async (...message: never[]) => {
    try {
      const outcome = await service.send(...message);
      messages.inc({ channel, outcome: outcome === 'gone' ? 'gone' : 'sent' });
      return outcome;
    } catch (error) {
      messages.inc({ channel, outcome: 'failed' });
      throw error;
    }
  };
  return { ...service, send };
}

export function buildServices(
  config: Config,
  {
    pool,
    log,
    clock = systemClock,
    siblings = NO_SIBLINGS,
  }: { pool: Pool; log: Services['log']; clock?: Clock; siblings?: Siblings },
): Services {
  const metrics = createMetrics();
  const push = pushOf(config);
  return {
    config,
    log,
    metrics,
    pool,
    clock,
    files: openFiles(config.files),
    mail: counted(mailOf(config), 'mail', metrics),
    sms: counted(smsOf(config), 'sms', metrics),
    queue: postgresQueue,
    mapTiles: config.mapTiles && mapTilesOf(config.mapTiles),
    geocoder: config.geocoder && httpGeocoder(config.geocoder),
    weather: config.weather && httpWeather(config.weather),
    push: push && counted(push, 'push', metrics),
    converter: libreOffice({ path: config.sofficePath, scratch: join(config.dataDir, 'tmp') }),
    transcoder: ffmpeg({ path: config.ffmpegPath }),
    textRecogniser: tesseract({ path: config.tesseractPath, languages: config.tesseractLanguages }),
    virusScanner: config.virusScanner === undefined ? null : clamd(config.virusScanner),
    publicFetch: createPublicFetch({ insideHosts: config.insideHosts }),
    domainRecords: dnsRecords(config.nameServers),
    siblings,
    newId: randomUUID,
  };
}
