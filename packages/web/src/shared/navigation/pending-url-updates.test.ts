import { describe, expect, it } from 'vitest';
import { PendingUrlUpdates } from './pending-url-updates.ts';

describe('an own update', () => {
  it('is recognised when it returns, however late', () => {
    const echoes = new PendingUrlUpdates('');
    for (const text of ['w', 'wi', 'win']) expect(echoes.isNews(text)).toBe(true);
    expect(['w', 'win'].map((text) => echoes.isForeign(text))).toEqual([false, false]);
    expect(echoes.isNews('wind')).toBe(true);
    expect(echoes.isForeign('wind')).toBe(false);
  });
  it('is sent once', () => {
    const echoes = new PendingUrlUpdates('window');
    expect(echoes.isNews('window')).toBe(false);
    expect([echoes.isNews('windows'), echoes.isNews('windows')]).toEqual([true, false]);
    // Typed back before any update has returned.
    expect(echoes.isNews('window')).toBe(true);
  });
});

describe('a foreign update', () => {
  it('is applied, even if the same text was sent and has returned before', () => {
    const echoes = new PendingUrlUpdates('');
    echoes.isNews('door');
    echoes.isForeign('door');
    expect(echoes.isForeign('')).toBe(true);
    expect(echoes.isForeign('door')).toBe(true);
    expect(echoes.isNews('door')).toBe(false);
  });
  it('is applied while an own update is pending', () => {
    const echoes = new PendingUrlUpdates('');
    echoes.isNews('door');
    expect(echoes.isForeign('window')).toBe(true);
    expect(echoes.isNews('door')).toBe(true);
  });
});
