import { describe, expect, it } from 'vitest';
import { PendingUrlUpdates } from './pending-url-updates.ts';

describe('an own update', () => {
  it('is recognised when it returns, however late', () => {
    const updates = new PendingUrlUpdates('');
    for (const text of ['w', 'wi', 'win']) expect(updates.isNews(text)).toBe(true);
    expect(['w', 'win'].map((text) => updates.isForeign(text))).toEqual([false, false]);
    expect(updates.isNews('wind')).toBe(true);
    expect(updates.isForeign('wind')).toBe(false);
  });
  it('is sent once', () => {
    const updates = new PendingUrlUpdates('window');
    expect(updates.isNews('window')).toBe(false);
    expect([updates.isNews('windows'), updates.isNews('windows')]).toEqual([true, false]);
    // Typed back before any update has returned.
    expect(updates.isNews('window')).toBe(true);
  });
});

describe('a foreign update', () => {
  it('is applied, even if the same text was sent and has returned before', () => {
    const updates = new PendingUrlUpdates('');
    updates.isNews('door');
    updates.isForeign('door');
    expect(updates.isForeign('')).toBe(true);
    expect(updates.isForeign('door')).toBe(true);
    expect(updates.isNews('door')).toBe(false);
  });
  it('is applied while an own update is pending', () => {
    const updates = new PendingUrlUpdates('');
    updates.isNews('door');
    expect(updates.isForeign('window')).toBe(true);
    expect(updates.isNews('door')).toBe(true);
  });
});
