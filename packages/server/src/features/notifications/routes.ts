// HTTP routes for notifications: the list with its version, marking, settings, devices, unsubscribing from emails. No
// business rules here.
import {
  endMails,
  getNotificationSettings,
  listNotifications,
  markNotifications,
  putNotificationSettings,
} from '@plumbline/core/features/notifications/contract';
import {
  addPushDevice,
  getPush,
  putPush,
  removePushDevice,
  tryPushDevice,
} from '@plumbline/core/features/notifications/push-contract';
import type { Feature } from '../../http/feature.ts';
import { clientAddress } from '../../http/limits/client-address.ts';
import { take } from '../../http/limits/rate-limit.ts';
import { signedMediaUrl } from '../media/links.ts';
import { addDevice, readPush, removeDevice, tryDevice, writePush } from './push-devices.ts';
import { mark, readPage, readSettings, versionOf, writeSettings } from './store.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

export const notifications: Feature = (serve, services) => {
  serve(listNotifications, async ({ session, request, reply }, { query }) => {
    const now = services.clock.now();
    const { sessionId: audience, userId } = session;
    const link = (size: 'thumb' | 'original') => (blobId: string) =>
      signedMediaUrl(services.config, blobId, size, { audience, now });
    // A stored reply is of no use once its links have expired, nor in another session.
    const expires = link('thumb')(userId).expiresAt.getTime();
    const version = await versionOf(services, session);
    const etag = `"${version}-${audience}-${expires}-${query.page}-${query.size}-${query.unread ?? false}"`;
    reply.headers({ etag, 'cache-control': 'private, no-cache' });
    const known = query.ifMatch ?? request.headers['if-none-match'];
    if (known === etag) {
      await reply.status(304).send();
      // The reply has already been sent.
      return undefined as never;
    }
    const url = (size: 'thumb' | 'original') => (blobId: string) => link(size)(blobId).url;
    return readPage(services, session, query, { thumb: url('thumb'), file: url('original') });
  });
  serve(markNotifications, async ({ session }, { body }) => ({
    unread: await mark(services, session, 'ids' in body ? body.ids : null),
  }));
  serve(getNotificationSettings, ({ session }) => readSettings(services, session));
  serve(putNotificationSettings, async ({ session }, { body }) => {
    await writeSettings(services, session, body);
    return readSettings(services, session);
  });
  serve(getPush, ({ session }) => readPush(services, session));
  serve(putPush, async ({ session }, { body }) => {
    await writePush(services, session, body);
    return readPush(services, session);
  });
  serve(addPushDevice, ({ session }, { body }) => addDevice(services, session, body));
  serve(removePushDevice, ({ session }, { params }) => removeDevice(services, session, params.deviceId));
  serve(tryPushDevice, ({ session }, { params }) => tryDevice(services, session, params.deviceId));
  serve(endMails, async ({ request }, { body }) => {
    const limit = { bucket: `end-mails:${clientAddress(request.ip)}`, max: 60, windowMs: 60_000 };
    await take(services.pool, [limit], services.clock.now());
    const found = readUnsubscribeToken(services, body.token);
    // An invalid token gets the same answer.
    if (!found) return;
    await writeSettings(
      services,
      found.who,
      found.kind === 'weekly' ? { weeklyDigest: false } : { emailFrequency: 'Never' },
    );
  });
};
