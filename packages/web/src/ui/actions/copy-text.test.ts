import { afterEach, expect, it, vi } from 'vitest';
import { writeText } from './copy-text.ts';

afterEach(() => vi.unstubAllGlobals());

/** A page whose browser copies by its own event, and what it then holds. */
function stubDocument(allows: boolean): Map<string, string> {
  const clipboard = new Map<string, string>();
  const page = new EventTarget();
  const execCommand = () => {
    const clipboardData = { setData: (type: string, data: string) => clipboard.set(type, data) };
    return allows && !page.dispatchEvent(Object.assign(new Event('copy', { cancelable: true }), { clipboardData }));
  };
  vi.stubGlobal('document', Object.assign(page, { execCommand }));
  return clipboard;
}

it('copies even without HTTPS, or if the user has refused access to the clipboard', async () => {
  const refuse = () => Promise.reject(new DOMException('Write permission denied', 'NotAllowedError'));
  for (const navigator of [{}, { clipboard: { writeText: refuse } }]) {
    vi.stubGlobal('navigator', navigator);
    const copied = stubDocument(true);
    expect(await writeText('https://site.example/pins')).toBe(true);
    expect(copied.get('text/plain')).toBe('https://site.example/pins');
  }
});

it('reports if the browser cannot copy at all', async () => {
  vi.stubGlobal('navigator', {});
  stubDocument(false);
  expect(await writeText('12345')).toBe(false);
});
