// Push notifications on a phone: the program asks before the browser does, and a tap opens the notification's target in
// the open window.
import { DEMO_PASSWORD } from '@plumbline/testkit/demo';
import { type PushService, type Subscription, startPushService } from '@plumbline/testkit/push-service';
import { type Browser, devices, type Page, type Response, type Worker } from 'playwright-core';
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest';
import {
  emailOfKey,
  installation,
  launchFullBrowser,
  openDemo,
  pictureOnFailure,
  signIn,
  switchTo,
  visit,
} from '../support/browser.ts';

const { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch } = devices['Pixel 7'];
const PHONE = { userAgent, viewport, deviceScaleFactor, isMobile, hasTouch };

let browser: Browser;
let service: PushService;
beforeAll(async () => {
  browser = await launchFullBrowser();
  service = await startPushService(Number(new URL(installation().pushService).port));
});
afterAll(async () => {
  await browser?.close();
  await service?.close();
});

/**
 * Replaces the push service, which a test browser lacks: subscriptions get an endpoint of the test's own push service.
 */
function standIn({ endpoint, p256dh, auth }: Subscription): void {
  const bytes = (text: string) =>
    Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0)).buffer;
  const KEY = 'stand-in';
  const made = (applicationServerKey: string) => ({
    endpoint,
    options: { applicationServerKey: bytes(applicationServerKey) },
    getKey: (name: string) => bytes(name === 'auth' ? auth : p256dh),
    unsubscribe: async () => localStorage.removeItem(KEY) === undefined,
  });
  PushManager.prototype.getSubscription = async () => {
    const key = localStorage.getItem(KEY);
    return (key === null ? null : made(key)) as PushSubscription | null;
  };
  PushManager.prototype.subscribe = async (options) => {
    const key = String(options?.applicationServerKey);
    localStorage.setItem(KEY, key);
    return made(key) as unknown as PushSubscription;
  };
}

/** Delivers a push message to the service worker, as the browser would. */
async function bring(page: Page, text: string): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      if (registrations[0]) resolve(registrations[0].registrationId);
    }),
  );
  const errors: string[] = [];
  devtools.on('ServiceWorker.workerErrorReported', ({ errorMessage }) => errors.push(errorMessage.errorMessage));
  onTestFailed(() => console.log('errors of the service worker:', errors));
  await devtools.send('ServiceWorker.enable');
  const origin = new URL(page.url()).origin;
  await devtools.send('ServiceWorker.deliverPushMessage', { origin, registrationId: await registered, data: text });
}

/**
 * Resolves in the service worker with a promise that is settled once the next notification is displayed. Asking for the
 * notifications earlier would remove it: Chromium deletes those it has stored but not displayed.
 */
const DISPLAYED = `(() => {
  const show = registration.showNotification;
  return { promise: new Promise((resolve, reject) => {
    registration.showNotification = (...notification) => {
      delete registration.showNotification;
      const shown = show.apply(registration, notification);
      shown.then(resolve, reject);
      return shown;
    };
  }) };
})()`;

const shown = (page: Page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.ready;
    return (await registration.getNotifications()).map(({ title, body, lang }) => ({ title, body, lang }));
  });

/** Source text, because the types of a service worker differ from those of a page. */
const PRESS = `(async () => {
  const [notification] = await registration.getNotifications();
  if (!notification) throw new Error('nothing is shown');
  dispatchEvent(new NotificationEvent('notificationclick', { notification }));
})()`;
const isRegistration = (response: Response): boolean =>
  response.request().method() === 'POST' && /\/notifications\/v1\/push\/devices$/u.test(response.url());

const press = (worker: Worker) => worker.evaluate(PRESS);

async function enter(page: Page, email: string): Promise<void> {
  await page.goto('/home');
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByText('Turn on notifications?').waitFor();
}

it('shows a push notification on a phone, opens its target on a tap, and notifies the next user too', async () => {
  const { page, complaints, close } = await visit(browser, PHONE);
  pictureOnFailure(page);
  const context = page.context();
  await context.grantPermissions(['notifications']);
  await page.addInitScript(standIn, service.subscribe());
  await signIn(page, 'anna');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  // The worker may have started before this listener was added.
  const [worker = await context.waitForEvent('serviceworker')] = context.serviceWorkers();

  await switchTo(page, '/notifications');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Turn on for this device' }).click();
  const coming = service.next();
  const mine = page.getByRole('listitem').filter({ hasText: 'This device' });
  await mine.getByRole('button', { name: /^Send a test to/u }).click();
  const { text } = await coming;
  await page.getByText('It should arrive within seconds').waitFor();
  const displayed = await worker.evaluateHandle<{ promise: Promise<void> }>(DISPLAYED);
  await bring(page, text);
  await displayed.evaluate(({ promise }) => promise);
  await expect
    .poll(() => shown(page))
    .toEqual([
      { title: 'Notifications work on this device', body: 'This is what notifications look like.', lang: 'en' },
    ]);

  // After a reload the device is registered with the server even if the first request fails.
  await page.route(/\/notifications\/v1\/push$/u, (route) => route.abort('connectionreset'), { times: 1 });
  const renewed = page.waitForResponse(isRegistration);
  await page.reload();
  expect((await renewed).ok()).toBe(true);

  await page
    .getByRole('link', { name: /Projects/u })
    .first()
    .click();
  await openDemo(page);
  await press(worker);
  await page.waitForURL((url) => url.pathname === '/notifications');
  await expect.poll(() => shown(page)).toEqual([]);

  await page.getByRole('button', { name: 'Settings' }).click();
  await mine.getByRole('button', { name: /^Turn off for/u }).click();
  await page.getByRole('button', { name: 'Turn on for this device' }).waitFor();
  // The connection was reset on purpose.
  expect(complaints.splice(0).filter((complaint) => !complaint.includes('ERR_CONNECTION_RESET'))).toEqual([]);

  // The previous user has given the permission.
  await switchTo(page, '/userSettings/about');
  await page.locator('#about').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  await enter(page, emailOfKey('jonas'));
  const registered = page.waitForResponse(isRegistration);
  await page.getByRole('button', { name: 'Turn on', exact: true }).click();
  expect((await registered).ok()).toBe(true);
  await page.getByText('Notifications are on for this device').waitFor();
  await switchTo(page, '/notifications');
  await page.getByRole('button', { name: 'Settings' }).click();
  await page.getByRole('listitem').filter({ hasText: 'This device' }).waitFor();
  expect(complaints).toEqual([]);
  await close();
});

it('asks once, at sign-in, to turn on notifications, and remembers a refusal', async () => {
  const { page, close } = await visit(browser, PHONE);
  pictureOnFailure(page);
  // A headless browser denies notifications by default; on a phone the permission is still to be asked for.
  await page.addInitScript(() => Object.defineProperty(Notification, 'permission', { get: () => 'default' }));
  // It does not wait for the service worker, which starts some seconds later.
  await page.addInitScript(() => {
    const { register } = ServiceWorkerContainer.prototype;
    ServiceWorkerContainer.prototype.register = function (this: ServiceWorkerContainer, ...script) {
      return sessionStorage.getItem('worker') === null ? new Promise(() => undefined) : register.apply(this, script);
    };
  });
  await enter(page, emailOfKey('mia'));
  await page.getByRole('button', { name: 'Not now' }).click();
  await page.evaluate(() => sessionStorage.setItem('worker', ''));
  await page.goto('/');
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page
    .getByRole('link', { name: /Lindenhof/u })
    .first()
    .waitFor();
  await expect.poll(() => page.getByText('Turn on notifications?').count()).toBe(0);
  await close();
});
