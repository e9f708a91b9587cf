// The kind of device this browser runs on: phone, tablet or computer.
import type { DeviceKind } from '@plumbline/core/features/auth/device-kind';

/** Current tablets identify as computers; a coarse pointer tells them apart. */
const tabletHint = (): boolean => navigator.maxTouchPoints > 1 && matchMedia('(pointer: coarse)').matches;

export function kindOfDevice(userAgent: string, touch: boolean): DeviceKind {
  if (/\biPhone\b|\bAndroid\b.*\bMobile\b/u.test(userAgent)) return 'PHONE';
  return /\biPad\b|\bAndroid\b/u.test(userAgent) || touch ? 'TABLET' : 'DESKTOP';
}

export const ownKind = (): DeviceKind => kindOfDevice(navigator.userAgent, tabletHint());
