// Registers and secures an account on a separate installation: activation by the email that the operator reads,
// two-step verification, sign-in with a recovery code and with a passkey, and sign-out in all tabs.
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer as createHttpServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPool } from '@plumbline/server/db/pool';
import { codeAt, codeOfPicture } from '@plumbline/testkit/authenticator';
import { rootUrlOf } from '@plumbline/testkit/postgres/root-url';
import { freePort, type Program, startProgram } from '@plumbline/testkit/program/program';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openBrowser, pictureOnFailure, questionOn, switchTo, type Visit, visit } from '../support/browser.ts';

const EMAIL = 'nina@neubau.example';
const PASSWORD = 'Wasserwaage-2026!';

const SMS_TOKEN = 'a token of the SMS provider';

/** An SMS provider that keeps the text messages the program submits, and a geocoder that knows one street. */
async function startProvider(): Promise<{ server: Server; url: string; texts: { to: string; text: string }[] }> {
  const texts: { to: string; text: string }[] = [];
  const server = createHttpServer(async (request, response) => {
    const asked = new URL(request.url ?? '', 'http://localhost').searchParams.get('q');
    if (asked !== null) {
      const places = asked.includes('Gartenweg') ? [{ display_name: 'Gartenweg 4', lat: 48.2082, lon: 16.3738 }] : [];
      response.setHeader('content-type', 'application/json').end(JSON.stringify(places));
      return;
    }
    let body = '';
    for await (const part of request) body += String(part);
    if (request.headers.authorization === `Bearer ${SMS_TOKEN}`) texts.push(JSON.parse(body));
    response.writeHead(request.headers.authorization === `Bearer ${SMS_TOKEN}` ? 202 : 401).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, texts };
}

let provider: Awaited<ReturnType<typeof startProvider>>;
let folder: string;
let program: Program;
let browser: Browser;
let visitor: Visit;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'plumbline-e2e-account-'));
  provider = await startProvider();
  // Links in emails contain the address, so the port must be known before the start.
  const port = String(await freePort());
  program = await startProgram({
    PORT: port,
    // Passkeys need a name: browsers refuse them for IP addresses.
    PUBLIC_URL: `http://localhost:${port}`,
    DATA_DIR: folder,
    SMS_URL: `${provider.url}/messages`,
    GEOCODER_URL: `${provider.url}/search?q={query}`,
    SMS_TOKEN,
    SUPPORT_EMAIL: 'help@neubau.example',
    SUPPORT_PHONE: '+43 1 9876543',
    DEMO: 'off',
    LOG_LEVEL: 'warn',
    CHECK_REPLIES: 'on',
  });
  browser = await openBrowser();
  visitor = await visit(browser, {
    baseURL: `http://localhost:${port}`,
    timezoneId: 'Pacific/Auckland',
    geolocation: { latitude: 48.2, longitude: 16.4 },
  });
});
afterAll(async () => {
  await visitor?.close();
  await program?.end();
  provider?.server.close();
  await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
});

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const field = (page: Page, name: string) => page.getByLabel(name, { exact: true });

async function register(page: Page): Promise<void> {
  await page.goto('/home');
  for (const [name, address] of [
    ['Forgot password?', /^\/forgotPassword$/u],
    ['Single sign-on', /^\/idpSelection/u],
    ['Create account', /^\/register$/u],
    ['Contact support', /^mailto:help@neubau\.example\?subject=/u],
    ['+43 1 9876543', /^tel:\+4319876543$/u],
  ] as const) {
    await expect.poll(() => page.getByRole('link', { name, exact: true }).getAttribute('href')).toMatch(address);
  }
  await page.getByRole('link', { name: 'Create account' }).click();
  await button(page, 'Create account').click();
  await expect.poll(() => page.getByText('Required', { exact: true }).count()).toBeGreaterThan(5);
  // The browser does not share its position.
  await button(page, 'Use my location').click();
  await page.getByText("We couldn't determine your country").waitFor();
  await page.context().grantPermissions(['geolocation']);
  await button(page, 'Use my location').click();
  await expect.poll(() => page.getByRole('combobox', { name: 'Country' }).inputValue()).toBe('Austria');
  // The form, and the emails, follow its language field.
  await chooseLanguage(page, /Language/u, 'Deutsch');
  await page.getByRole('heading', { name: 'Konto anlegen' }).waitFor();
  await expect.poll(() => page.getByRole('combobox', { name: 'Land' }).inputValue()).toBe('Österreich');
  await chooseLanguage(page, /Sprache/u, 'English');
  await fillIn(page);
  let sent = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.postData()?.includes(EMAIL)) sent += 1;
  });
  // Two clicks before the form could be disabled are one.
  await button(page, 'Create account').evaluate((create: HTMLElement) => {
    create.click();
    create.click();
  });
  await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  await expect.poll(() => sent).toBe(1);
}

async function chooseLanguage(page: Page, field: RegExp, language: string): Promise<void> {
  await page.locator('form').getByRole('button', { name: field }).click();
  await page.getByRole('listbox').getByRole('option', { name: language, exact: true }).click();
}

async function fillIn(page: Page): Promise<void> {
  await field(page, 'First name').fill('Nina');
  await field(page, 'Last name').fill('<b>Neu</b>');
  await field(page, 'Organisation').fill('Neubau');
  await page.getByRole('combobox', { name: 'Country' }).fill('Austr');
  await page.getByRole('option', { name: 'Austria' }).click();
  await field(page, 'Phone').fill('0660');
  await page.getByText('With country code').first().waitFor();
  await field(page, 'Phone').fill('+43 1 234567');
  await field(page, 'Email').fill(EMAIL);
  await page.getByRole('button', { name: /How did you hear/u }).click();
  await page.getByRole('option', { name: 'Saw someone using it' }).click();
  await page.getByText('I accept the terms').click();
  await page.getByText('I accept the privacy policy').click();
}

/** Registers the address again, and leaves the form without sending it. */
async function registerAgain(page: Page): Promise<void> {
  await page.goto('/register');
  await fillIn(page);
  await button(page, 'Create account').click();
  const taken = page.getByText('This email address is already in use');
  await taken.waitFor();
  await field(page, 'Email').fill(`other.${EMAIL}`);
  await taken.waitFor({ state: 'detached' });
  await page.getByRole('link', { name: 'Back to sign in' }).click();
  await page
    .getByRole('alertdialog', { name: 'Discard your changes?' })
    .getByRole('button', { name: 'Discard' })
    .click();
  await button(page, 'Sign in').waitFor();
}

async function followMail(page: Page, subject: string): Promise<void> {
  await page.goto('/mailbox');
  await field(page, 'Operator key').fill(await readFile(path.join(folder, 'operator.key'), 'utf8'));
  await button(page, 'Open').click();
  const mail = page.getByText(subject, { exact: true });
  const again = button(page, 'Refresh');
  await again.waitFor();
  // The worker sends the email asynchronously.
  await expect
    .poll(
      async () => {
        if ((await mail.count()) > 0) return true;
        await again.click();
        return false;
      },
      { timeout: 30_000 },
    )
    .toBe(true);
  await mail.first().click();
  await page.locator('.mailbox-text a').first().click();
}

async function signIn(page: Page): Promise<void> {
  await field(page, 'Email').fill(EMAIL);
  await field(page, 'Password').fill(PASSWORD);
  await button(page, 'Sign in').click();
}

/** Opens a page of the account settings. */
async function openPart(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name, exact: true }).click();
}

async function signOut(page: Page): Promise<void> {
  await openPart(page, 'Data and privacy');
  await page.locator('#about').getByRole('button', { name: 'Sign out' }).click();
}

/** Runs a statement on the database of the program. */
async function query<T extends object>(text: string): Promise<T[]> {
  const pool = openPool(rootUrlOf(folder), { warn() {} }, 1);
  try {
    return (await pool.query<T>(text)).rows;
  } finally {
    await pool.end();
  }
}

/** The code in the latest text message, once there are this many. */
async function codeBySms(count: number): Promise<string> {
  await expect.poll(() => provider.texts.length).toBe(count);
  const { to = '', text = '' } = provider.texts.at(-1) ?? {};
  expect(to).toBe('+431234567');
  return /\d{6}/u.exec(text)?.[0] ?? '';
}

/** Creates a project whose typed address moves the map of its settings to the site. */
async function findSite(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'New project' }).first().click();
  await field(page, 'Title').fill('House in the garden');
  await button(page, 'Create project').click();
  await page.waitForURL(/project\/(?!new)[\w-]+/u);
  const [, projectId = ''] = /project\/([\w-]+)/u.exec(page.url()) ?? [];
  await switchTo(page, `/project/settings/${projectId}`);
  await page.getByRole('tab', { name: 'Address' }).click();
  await page.getByText('Zoom in to the site to choose its position.').waitFor();
  await page.getByRole('textbox', { name: 'Address' }).fill('Gartenweg 4');
  await button(page, 'Use the centre of the map').click();
  await page.getByText(/^48\.208\d*, 16\.37[34]\d*$/u).waitFor();
  await button(page, 'Save').click();
  await page.getByText('Settings saved').waitFor();
}

/** Sets up codes by SMS and signs in with one. */
async function useSms(page: Page): Promise<void> {
  await page.locator('#second-step').getByRole('button', { name: 'Set up' }).last().click();
  const dialog = page.getByRole('dialog', { name: 'Set up codes by SMS' });
  await expect.poll(() => dialog.getByLabel('Phone', { exact: true }).inputValue()).toBe('+43 1 234567');
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Send code by SMS' }).click();
  await dialog.getByLabel('Code', { exact: true }).fill(await codeBySms(1));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('button', { name: "I've saved them" }).click();
  await dialog.waitFor({ state: 'detached' });

  await signOut(page);
  await signIn(page);
  await page.getByText('Enter the code from your authenticator app or SMS.').waitFor();
  await button(page, 'Back').click();
  await signIn(page);
  // One message a minute: the one of a moment ago still counts, however slow this browser is.
  await query(`UPDATE rate_limit SET window_ends_at = now() + interval '50 seconds' WHERE bucket LIKE 'sms:minute:%'`);
  await button(page, 'Send code by SMS').click();
  await page.getByText(/^No code was sent\. You can request the next one in (?:1 minute|\d+ seconds)\.$/u).waitFor();
  await query(`DELETE FROM rate_limit WHERE bucket LIKE 'sms:minute:%'`);
  await button(page, 'Send code by SMS').click();
  await page.getByText('We sent a code to your phone.').waitFor();
  await field(page, 'Code').fill(await codeBySms(2));
  await button(page, 'Sign in').click();
  await openPart(page, 'Security');
}

/** Adds a passkey in Chromium's virtual authenticator, signs in with it in both ways, and removes it. */
async function usePasskey(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const section = page.locator('#passkeys');
  const dialog = page.getByRole('dialog');
  await section.getByRole('button', { name: 'Add passkey' }).click();
  await dialog.getByLabel('Name', { exact: true }).fill('Test phone');
  await page.keyboard.press('Escape');
  await questionOn(page).getByRole('button', { name: 'Keep editing' }).click();
  await questionOn(page).waitFor({ state: 'detached' });
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Add passkey' }).click();
  await section.getByText('Test phone').waitFor();
  await dialog.waitFor({ state: 'detached' });

  const leave = async () => {
    await signOut(page);
    await button(page, 'Sign in').waitFor();
  };
  await leave();
  await button(page, 'Sign in with a passkey').click();
  await openPart(page, 'Security');
  await section.getByText(/^last used/u).waitFor();

  await leave();
  await signIn(page);
  await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
  await button(page, 'Sign in with a passkey').click();
  await openPart(page, 'Security');
  await button(page, 'Remove passkey Test phone').click();
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Remove passkey' }).click();
  await section.getByText('Test phone').waitFor({ state: 'detached' });
}

it('registers and activates an account, secures it with a second step, and signs out of all tabs', async () => {
  const { page } = visitor;
  pictureOnFailure(page);
  await register(page);

  await followMail(page, 'Activate your account');
  await field(page, 'New password').fill('Nina-2026!');
  await field(page, 'Repeat password').fill('Nina-2026');
  await button(page, 'Activate account').click();
  await page.getByText('Must not contain your name').waitFor();
  await page.getByText('Entry differs').waitFor();
  await field(page, 'New password').fill(PASSWORD);
  await field(page, 'Repeat password').fill(PASSWORD);
  await button(page, 'Activate account').click();
  await page.getByText('Your account is ready').waitFor();
  await registerAgain(page);
  await signIn(page);
  await page.getByText('No projects yet').waitFor();
  const users = await query<{ zone: string; language: string }>('SELECT time_zone AS zone, language FROM app_user');
  expect(users).toEqual([{ zone: 'Pacific/Auckland', language: 'en' }]);
  await expect.poll(() => page.getByText('Nina <b>Neu</b>').first().textContent()).toContain('<b>');
  await findSite(page);

  // Sets up the second step with an independent authenticator.
  await switchTo(page, '/userSettings/second-step');
  await page.locator('#second-step').getByRole('button', { name: 'Set up' }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Current password', { exact: true }).fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  const picture = await dialog.getByRole('img', { name: /QR code/u }).screenshot();
  await expect.poll(async () => (await dialog.boundingBox())?.width).toBeCloseTo(346, 0);
  await dialog.getByText('Enter the key manually').click();
  const secret = (await dialog.locator('.account-secret').textContent()) ?? '';
  const now = new Date();
  const code = await codeOfPicture(picture, now);
  expect(code).toBe(codeAt(secret, now));
  await dialog.getByLabel('Code', { exact: true }).fill(codeAt(secret, new Date()));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByRole('button', { name: "I've saved them" }).waitFor();
  const codes = await dialog.getByRole('listitem').allTextContents();
  expect(codes).toHaveLength(10);
  await dialog.getByRole('button', { name: "I've saved them" }).click();
  await page.getByText('10 codes left').waitFor();

  // Signing out applies to both tabs at once.
  const second = await page.context().newPage();
  await second.goto('/userSettings/second-step');
  await second.getByText('10 codes left').waitFor();
  await signOut(page);
  await button(page, 'Sign in').waitFor();
  await button(second, 'Sign in').waitFor();
  await second.close();

  // Neither the password alone nor a guessed code signs in; a recovery code does.
  await signIn(page);
  await page.getByRole('heading', { name: 'Two-step sign-in' }).waitFor();
  await field(page, 'Code').fill('12 34 56x');
  await expect.poll(() => field(page, 'Code').inputValue()).toBe('123456');
  await button(page, 'Sign in').click();
  await page.getByRole('alert').waitFor();
  await field(page, 'Code').fill(codes[0] ?? '');
  await button(page, 'Sign in').click();
  await openPart(page, 'Security');
  await page.getByText('9 codes left').waitFor();
  await useSms(page);
  await usePasskey(page);

  // The language applies immediately and persists.
  await openPart(page, 'Language and appearance');
  await page.locator('#language').getByRole('button').click();
  await page.getByRole('option', { name: 'Deutsch' }).click();
  await page.getByRole('heading', { name: 'Konto', exact: true }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Konto', exact: true }).waitFor();
});
