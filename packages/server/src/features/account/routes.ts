// Making an account and keeping it, over HTTP. No rules here.
import { setTimeout as wait } from 'node:timers/promises';
import * as contract from '@plumbline/core/features/account/contract';
import * as door from '@plumbline/core/features/auth/door-contract';
import { AppError } from '@plumbline/core/kernel/errors';
import type { FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import type { Feature } from '../../features.ts';
import { addressBlock } from '../../http/address-block.ts';
import type { Parts } from '../../http/parts.ts';
import { take } from '../../http/rate-limit.ts';
import { demandSameOrigin } from '../../http/same-origin.ts';
import type { Tasks } from '../../platform/queue/queue.ts';
import { attemptCookie, readAttempt } from '../auth/attempts.ts';
import { mailTasks } from '../auth/mails/jobs.ts';
import { createTwoFactor } from '../auth/two-factor.ts';
import { askEmailChange, takeOverEmail } from './email-change.ts';
import { readMailbox } from './operator.ts';
import { changeOwnData, changeOwnPassword, readAccount } from './own-data.ts';
import { freePlace, readDevices, takePlace } from './own-devices.ts';
import { endOne, endOthers, giveSupportToken, readSessions } from './own-sessions.ts';
import { askReset, beginReset, confirmStep, RESET, resetPassword } from './password-reset.ts';
import { pictures } from './picture-routes.ts';
import { changePolicy, readPolicy } from './policy.ts';
import { activateAccount, askRegistration, beginRegistration, REGISTER, readActivation } from './registration.ts';
import { helpFor, redeem, redirectFor } from './return-to.ts';
import { beginOtp, beginSms, confirmOtp, confirmSms, endStep, renewRecoveryCodes, sendSignInSms } from './steps.ts';

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
/** However long the look took: an answer that comes at a fixed time tells nothing by its time. */
const ANSWER_MS = 60;

/** Guesses at what a link holds lead nowhere; they need not be free either. */
const linkLimit = ({ pool, clock }: Parts, request: FastifyRequest): Promise<void> =>
  take(pool, [{ bucket: `link:${addressBlock(request.ip)}`, most: 60, windowMs: 60 * MINUTE }], clock.now());

async function exists(pool: Pool, email: string): Promise<boolean> {
  const found = await pool.query('SELECT FROM app_user WHERE email = $1', [email]);
  return found.rowCount === 1;
}

const strangers: Feature = (serve, parts) => {
  const { pool, clock, config } = parts;
  const twoFactorOf = createTwoFactor(parts);

  serve(door.instance, async () => ({
    version: door.PROGRAM_VERSION,
    supportEmail: config.supportEmail,
    supportPhone: config.supportPhone,
    help: config.helpUrl !== null,
    support: config.supportUrl !== null,
    beta: config.beta,
    termsUrl: config.terms.url,
    privacyUrl: config.privacy.url,
    sms: parts.sms.arrives,
    registration: config.registration,
  }));
  serve(contract.emailExists, async ({ request }, { query }) => {
    const block = addressBlock(request.ip);
    const limits = [
      { bucket: `email:minute:${block}`, most: 10, windowMs: MINUTE },
      { bucket: `email:day:${block}`, most: 100, windowMs: DAY },
    ];
    await take(pool, limits, clock.now());
    const [found] = await Promise.all([exists(pool, query.email), wait(ANSWER_MS)]);
    return { exists: found && !config.private };
  });
  serve(contract.emailSecondStep, async ({ request }, { query }) => {
    await take(pool, [{ bucket: `two-factor:${addressBlock(request.ip)}`, most: 60, windowMs: MINUTE }], clock.now());
    return twoFactorOf(query.email);
  });
  serve(door.sendSms, async ({ request }, { query }) => {
    demandSameOrigin(request, config.publicUrl);
    await sendSignInSms(parts, await readAttempt(pool, attemptCookie(request, config), clock.now()), query.email);
  });
  serve(contract.register, ({ request }, { body }) => askRegistration(parts, addressBlock(request.ip), body));
  serve(contract.checkActivation, async ({ request }, { body }) => {
    await linkLimit(parts, request);
    return readActivation(parts, body.type, body.token);
  });
  serve(contract.activate, async ({ request }, { body }) => {
    await linkLimit(parts, request);
    await activateAccount(parts, body);
  });
  serve(contract.askPasswordReset, ({ request }, { query }) => askReset(parts, addressBlock(request.ip), query.email));
  serve(contract.resetPassword, async ({ request }, { body }) => {
    await linkLimit(parts, request);
    return resetPassword(parts, body);
  });
  serve(contract.confirmByLink, async ({ request }, { body }) => {
    await linkLimit(parts, request);
    await confirmStep(parts, body.purpose, body.token);
  });
  serve(contract.verifyEmail, async ({ request }, { body }) => {
    await linkLimit(parts, request);
    await takeOverEmail(parts, body.token);
  });
  serve(contract.redeemTicket, async ({ request }, { body }) => {
    await linkLimit(parts, request);
    return redeem(parts, body.ticket);
  });
  serve(contract.operatorMailbox, async ({ request }, { body }) => {
    if (config.mail.kind !== 'kept' && config.sms.kind !== 'kept') throw new AppError('not_found');
    return { messages: await readMailbox(parts, addressBlock(request.ip), body.key) };
  });
};

const own: Feature = (serve, parts) => {
  serve(contract.account, ({ session }) => readAccount(parts, session));
  serve(contract.changeAccount, ({ session }, { body }) => changeOwnData(parts, session, body));
  serve(contract.changePassword, ({ session }, { body }) => changeOwnPassword(parts, session, body));
  serve(contract.changeEmail, ({ session }, { body }) => askEmailChange(parts, session, body));
  serve(contract.beginOtp, ({ session }, { body }) => beginOtp(parts, session, body.password));
  serve(contract.confirmOtp, ({ session }, { body }) => confirmOtp(parts, session, body.code));
  serve(contract.endOtp, ({ session }, { body }) => endStep(parts, session, 'otp', body.password));
  serve(contract.beginSms, ({ session }, { body }) => beginSms(parts, session, body));
  serve(contract.confirmSms, ({ session }, { body }) => confirmSms(parts, session, body.code));
  serve(contract.endSms, ({ session }, { body }) => endStep(parts, session, 'sms', body.password));
  serve(contract.newRecoveryCodes, ({ session }, { body }) => renewRecoveryCodes(parts, session, body.password));
  serve(contract.listSessions, async ({ session }) => ({ sessions: await readSessions(parts, session) }));
  serve(contract.endOwnSession, ({ session }, { params }) => endOne(parts, session, params.sessionId));
  serve(contract.endOtherSessions, ({ session }) => endOthers(parts, session));
  serve(contract.makeSupportToken, ({ session }, { body }) => giveSupportToken(parts, session, body));
  serve(contract.listDevices, ({ session }) => readDevices(parts, session));
  serve(contract.registerDevice, ({ session }, { body }) => takePlace(parts, session, body));
  serve(contract.unregisterDevice, ({ session }, { params }) => freePlace(parts, session, params.deviceId));
  serve(door.helpLink, ({ session }, { body }) => helpFor(parts, session, body));
  serve(door.redirectTicket, ({ session }, { body }) => redirectFor(parts, session, body.return_to));
  serve(contract.readSignInPolicy, ({ session }) => readPolicy(parts, session));
  serve(contract.changeSignInPolicy, ({ session }, { body }) => changePolicy(parts, session, body));
};

export const account: Feature = async (serve, parts, app) => {
  await strangers(serve, parts, app);
  await own(serve, parts, app);
  await pictures(serve, parts, app);
};

export const accountTasks = (parts: Parts): Tasks => ({
  ...mailTasks(parts),
  [REGISTER]: (payload) => beginRegistration(parts, payload),
  [RESET]: (payload) => beginReset(parts, payload),
});
