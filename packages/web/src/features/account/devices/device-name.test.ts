import { expect, test } from 'vitest';
import { kindOfDevice } from '../../../api/device-kind.ts';
import { deviceName } from './device-name.ts';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';
const TABLET =
  'Mozilla/5.0 (Linux; Android 14; SM-X200) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36';
const MAC =
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Safari/605.1.15';
const EDGE =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0';

test.each([
  [IPHONE, false, 'Safari, iPhone', 'PHONE'],
  [TABLET, true, 'Chrome, Android', 'TABLET'],
  [MAC, false, 'Safari, macOS', 'DESKTOP'],
  [MAC, true, 'Safari, macOS', 'TABLET'],
  [EDGE, false, 'Edge, Windows', 'DESKTOP'],
  ['curl/8', false, '', 'DESKTOP'],
] as const)('detects name and kind of the device %s', (userAgent, touch, name, kind) => {
  expect(deviceName(userAgent)).toBe(name);
  expect(kindOfDevice(userAgent, touch)).toBe(kind);
});
