// HTTP routes to create and manage an account. No business rules here.
import { setTimeout as wait } from 'node:timers/promises';
import * as person from '@plumbline/core/features/account/contract';
import * as devices from '@plumbline/core/features/account/devices-contract';
import * as entry from '@plumbline/core/features/account/entry-contract';
import * as operator from '@plumbline/core/features/account/operator-contract';
import * as step from '@plumbline/core/features/account/second-step-contract';
import * as policy from '@plumbline/core/features/account/sign-in-policy-contract';
import { email } from '@plumbline/core/features/auth/contract';
import * as door from '@plumbline/core/features/auth/instance-contract';
import * as passkey from '@plumbline/core/features/auth/passkey-contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Feature } from '../../http/feature.ts';
import { clientAddress } from '../../http/limits/client-address.ts';
import { take } from '../../http/limits/rate-limit.ts';
import { requireSameOrigin } from '../../http/security/same-origin.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import type { Services } from '../../platform/services.ts';
import { mailTasks } from '../auth/emails/jobs.ts';
import { attemptCookie, readAttempt } from '../auth/second-step/attempts.ts';
import { createTwoFactor } from '../auth/second-step/second-step-of-address.ts';
import { completeEmailChange, requestEmailChange } from './email-change.ts';
import { readMailbox } from './operator.ts';
import { changeOwnData, changeOwnPassword, readAccount } from './own-data.ts';
import { claimDeviceSlot, freeDeviceSlot, readDevices, renameDevice } from './own-devices.ts';
import { createSupportToken, endOtherSessions, endOwnSession, readSessions } from './own-sessions.ts';
import { addPasskey, beginPasskey, readPasskeys, removePasskey } from './passkeys.ts';
import { beginReset, checkReset, confirmStep, RESET, requestReset, resetPassword } from './password-reset.ts';
import { pictureTasks } from './picture.ts';
import { pictures } from './picture-routes.ts';
import { changePolicy, readPolicy } from './policy.ts';
import { activateAccount, beginRegistration, REGISTER, readActivation, requestRegistration } from './registration.ts';
import { helpFor, redeem, redirectFor } from './return-to.ts';
import { beginOtp, beginSms, confirmOtp, confirmSms, endStep, renewRecoveryCodes, sendSignInSms } from './steps.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** Fixed response time in milliseconds: how long a lookup took must not reveal its result. */
const ANSWER_MS = 60;

/** Link tokens cannot be guessed in practice; this limits the load of trying. */
const linkLimit = ({ pool, clock }: Services, request: FastifyRequest): Promise<void> =>
  take(pool, [{ bucket: `link:${clientAddress(request.ip)}`, max: 60, windowMs: 60 * MINUTE }], clock.now());

async function exists(pool: Pool, email: string): Promise<boolean> {
  const found = await pool.query('SELECT FROM app_user WHERE email = $1', [email]);
  return found.rowCount === 1;
}

const publicRoutes: Feature = (serve, services) => {
  const { pool, clock, config } = services;
  const twoFactorOf = createTwoFactor(services);

  serve(door.instance, async () => ({
    version: door.PROGRAM_VERSION,
    supportEmail: config.supportEmail,
    supportPhone: config.supportPhone,
    help: config.helpUrl !== null,
    support: config.supportUrl !== null,
    beta: config.beta,
    termsUrl: config.terms.url,
    privacyUrl: config.privacy.url,
    sms: services.sms.arrives,
    registration: config.registration,
  }));
  serve(entry.emailExists, async ({ request }, { query }) => {
    const block = clientAddress(request.ip);
    const limits = [
      { bucket: `email:minute:${block}`, max: 10, windowMs: MINUTE },
      { bucket: `email:day:${block}`, max: 100, windowMs: DAY },
    ];
    await take(pool, limits, clock.now());
    const [found] = await Promise.all([exists(pool, query.email), wait(ANSWER_MS)]);
    return { exists: found && !config.private };
  });
  serve(entry.emailSecondStep, async ({ request }, { query }) => {
    await take(pool, [{ bucket: `two-factor:${clientAddress(request.ip)}`, max: 60, windowMs: MINUTE }], clock.now());
    return twoFactorOf(query.email);
  });
  serve(door.sendSms, async ({ request }, { query }) => {
    requireSameOrigin(request, config.publicUrl);
    await sendSignInSms(services, await readAttempt(pool, attemptCookie(request, config), clock.now()), query.email);
  });
  serve(entry.register, ({ request }, { body }) => requestRegistration(services, clientAddress(request.ip), body));
  serve(entry.checkActivation, async ({ request }, { body }) => {
    await linkLimit(services, request);
    return readActivation(services, body.type, body.token);
  });
  serve(entry.activate, async ({ request }, { body }) => {
    await linkLimit(services, request);
    await activateAccount(services, body);
  });
  serve(entry.askPasswordReset, async ({ request }, { query }) => {
    const address = email.safeParse(query.email.trim());
    if (!address.success) throw new AppError('bad_request', { fields: [{ path: 'email', outcome: 'NOT_VALID' }] });
    await requestReset(services, clientAddress(request.ip), address.data);
  });
  serve(entry.checkPasswordReset, async ({ request }, { body }) => {
    await linkLimit(services, request);
    return checkReset(services, body.token);
  });
  serve(entry.resetPassword, async ({ request }, { body }) => {
    await linkLimit(services, request);
    return resetPassword(services, body);
  });
  serve(entry.confirmByLink, async ({ request }, { body }) => {
    await linkLimit(services, request);
    await confirmStep(services, body.purpose, body.token);
  });
  serve(entry.verifyEmail, async ({ request }, { body }) => {
    await linkLimit(services, request);
    await completeEmailChange(services, body.token);
  });
  serve(entry.redeemTicket, async ({ request }, { body }) => {
    await linkLimit(services, request);
    return redeem(services, body.ticket);
  });
  serve(operator.operatorMailbox, async ({ request }, { body }) => {
    if (config.mail.kind !== 'kept' && config.sms.kind !== 'kept') throw new AppError('not_found');
    return { messages: await readMailbox(services, clientAddress(request.ip), body.key) };
  });
};

const own: Feature = (serve, services) => {
  serve(person.account, ({ session }) => readAccount(services, session));
  serve(person.changeAccount, ({ session }, { body }) => changeOwnData(services, session, body));
  serve(person.changePassword, ({ session }, { body }) => changeOwnPassword(services, session, body));
  serve(person.changeEmail, ({ session }, { body }) => requestEmailChange(services, session, body));
  serve(step.beginOtp, ({ session }, { body }) => beginOtp(services, session, body.password));
  serve(step.confirmOtp, ({ session }, { body }) => confirmOtp(services, session, body.code));
  serve(step.endOtp, ({ session }, { body }) => endStep(services, session, 'otp', body.password));
  serve(step.beginSms, ({ session }, { body }) => beginSms(services, session, body));
  serve(step.confirmSms, ({ session }, { body }) => confirmSms(services, session, body.code));
  serve(step.endSms, ({ session }, { body }) => endStep(services, session, 'sms', body.password));
  serve(step.newRecoveryCodes, ({ session }, { body }) => renewRecoveryCodes(services, session, body.password));
  serve(passkey.listPasskeys, async ({ session }) => ({ passkeys: await readPasskeys(services, session) }));
  serve(passkey.beginPasskey, ({ session }, { body }) => beginPasskey(services, session, body.password));
  serve(passkey.addPasskey, ({ session }, { body }) => addPasskey(services, session, body));
  serve(passkey.removePasskey, ({ session }, { params, body }) =>
    removePasskey(services, session, { ...params, ...body }),
  );
  serve(devices.listSessions, async ({ session }) => ({ sessions: await readSessions(services, session) }));
  serve(devices.endOwnSession, ({ session }, { params }) => endOwnSession(services, session, params.sessionId));
  serve(devices.endOtherSessions, ({ session }) => endOtherSessions(services, session));
  serve(devices.makeSupportToken, ({ session }, { body }) => createSupportToken(services, session, body));
  serve(devices.listDevices, ({ session }) => readDevices(services, session));
  serve(devices.registerDevice, ({ session }, { body }) => claimDeviceSlot(services, session, body));
  serve(devices.renameDevice, ({ session }, { params, body }) =>
    renameDevice(services, session, { ...params, ...body }),
  );
  serve(devices.unregisterDevice, ({ session }, { params }) => freeDeviceSlot(services, session, params.deviceId));
  serve(door.helpLink, ({ session }, { body }) => helpFor(services, session, body));
  serve(door.redirectTicket, ({ session }, { body }) => redirectFor(services, session, body.return_to));
  serve(policy.readSignInPolicy, ({ session }) => readPolicy(services, session));
  serve(policy.changeSignInPolicy, ({ session, request }, { body }) =>
    changePolicy(services, session, request.ip, body),
  );
};

export const account: Feature = async (serve, services, app) => {
  await publicRoutes(serve, services, app);
  await own(serve, services, app);
  await pictures(serve, services, app);
};

export const accountTasks = (services: Services): Tasks => ({
  ...mailTasks(services),
  ...pictureTasks(services),
  [REGISTER]: (payload) => beginRegistration(services, payload),
  [RESET]: (payload) => beginReset(services, payload),
});
