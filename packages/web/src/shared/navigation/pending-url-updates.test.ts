import { describe, expect, it } from 'vitest';
import { Echoes } from './pending-url-updates.ts';

describe('what was told', () => {
  it('comes back without being taken for another’s, however late', () => {
    const echoes = new Echoes('');
    for (const text of ['w', 'wi', 'win']) expect(echoes.isNews(text)).toBe(true);
    expect(['w', 'win'].map((text) => echoes.isForeign(text))).toEqual([false, false]);
    expect(echoes.isNews('wind')).toBe(true);
    expect(echoes.isForeign('wind')).toBe(false);
  });
  it('is told once', () => {
    const echoes = new Echoes('window');
    expect(echoes.isNews('window')).toBe(false);
    expect([echoes.isNews('windows'), echoes.isNews('windows')]).toEqual([true, false]);
    // Typed back before anything has come back.
    expect(echoes.isNews('window')).toBe(true);
  });
});

describe('what another writes', () => {
  it('is taken over, also where the same was told and has come back before', () => {
    const echoes = new Echoes('');
    echoes.isNews('door');
    echoes.isForeign('door');
    expect(echoes.isForeign('')).toBe(true);
    expect(echoes.isForeign('door')).toBe(true);
    expect(echoes.isNews('door')).toBe(false);
  });
  it('is taken over while something told is on its way', () => {
    const echoes = new Echoes('');
    echoes.isNews('door');
    expect(echoes.isForeign('window')).toBe(true);
    expect(echoes.isNews('door')).toBe(true);
  });
});
