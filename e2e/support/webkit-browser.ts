// WebKit, the engine of Safari and of every browser on an iPhone, driven through WebDriver: Playwright brings its own
// build of it, which Debian's package is not. Needs the packages `webkit2gtk-driver` and `xvfb`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';

const [BROWSER = ''] = globSync('/usr/lib/*/webkit2gtk-4.*/MiniBrowser');

/** Milliseconds an element may take to appear, and between two looks. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 100;

/** https://www.w3.org/TR/webdriver2/#elements */
const ELEMENT = 'element-6066-11e4-a52e-4f735466cecf';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 ' +
  'Mobile/15E148 Safari/604.1';

export type WebKitPage = {
  open(url: string): Promise<void>;
  /** The browser's own buttons. */
  press(button: 'refresh' | 'back' | 'forward'): Promise<void>;
  /** Clicks the first element of this XPath once it is there. */
  click(path: string): Promise<void>;
  /** Types into the first element of this XPath once it is there; into a file input, the path of a file. */
  type(path: string, text: string): Promise<void>;
  /** Waits until this function body, run in the page, returns true. */
  until(body: string): Promise<void>;
};

/** A virtual display; resolves to its name. */
async function startDisplay(): Promise<string> {
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1600x1200x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  onTestFinished(() => void display.kill());
  const [number] = await once(createInterface(display.stdout), 'line');
  return `:${number}`;
}

/** Settings of the desktop that WebKit takes for its own: without animations, nothing moves away from a click. */
async function stillDesktop(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plumbline-desktop-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(path.join(folder, 'gtk-3.0'));
  await writeFile(path.join(folder, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
  return folder;
}

/** Starts WebKit as a phone, with an empty profile which it keeps in memory. It ends with the test. */
export async function startWebKit(): Promise<WebKitPage> {
  const display = await startDisplay();
  const port = 20_000 + (process.pid % 10_000);
  const driver = spawn('WebKitWebDriver', [`--port=${port}`], {
    stdio: 'ignore',
    env: {
      ...process.env,
      DISPLAY: display,
      XDG_CONFIG_HOME: await stillDesktop(),
      LANG: 'en_GB.UTF-8',
      // Drawn by the processor, and as root, for whom WebKit has no sandbox.
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
  });
  onTestFinished(() => void driver.kill());

  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const response = await fetch(`http://127.0.0.1:${port}/session${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const { value } = (await response.json()) as { value: unknown };
    if (!response.ok) throw new Error(`WebKit: ${JSON.stringify(value)}`);
    return value;
  }

  async function repeated<T>(what: string, attempt: () => Promise<T | undefined>): Promise<T> {
    const end = Date.now() + PATIENCE_MS;
    let last: unknown;
    while (Date.now() < end) {
      try {
        const found = await attempt();
        if (found !== undefined) return found;
      } catch (error) {
        last = error;
      }
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw new Error(`WebKit: in vain: ${what}`, { cause: last });
  }

  const capabilities = {
    'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation', `--user-agent=${IPHONE}`] },
  };
  const asked = { capabilities: { alwaysMatch: { ...capabilities, acceptInsecureCerts: true } } };
  const session = await repeated('a session', () => send('POST', '', asked));
  const own = `/${(session as { sessionId: string }).sessionId}`;
  onTestFinished(() => send('DELETE', own).then(() => undefined));
  await send('POST', `${own}/window/rect`, { width: 390, height: 844 });

  const evaluate = (body: string) => send('POST', `${own}/execute/sync`, { script: body, args: [] });
  const onElement = (path: string, call: string, body: object) =>
    repeated(path, async () => {
      const found = (await send('POST', `${own}/element`, { using: 'xpath', value: path })) as Record<string, string>;
      await send('POST', `${own}/element/${found[ELEMENT]}/${call}`, body);
      return true;
    });
  return {
    open: async (url) => void (await send('POST', `${own}/url`, { url })),
    press: async (button) => void (await send('POST', `${own}/${button}`, {})),
    click: async (path) => void (await onElement(path, 'click', {})),
    type: async (path, text) => void (await onElement(path, 'value', { text })),
    until: async (body) =>
      void (await repeated(body, async () => ((await evaluate(body)) === true ? true : undefined))),
  };
}
