// An authenticator app of another make: what ours must understand.
import { Secret, TOTP } from 'otpauth';

/** The code that an app shows at that time for a secret as it is typed in. */
export function codeAt(secret: string, at: Date): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/gu, '')), digits: 6, period: 30 });
  return app.generate({ timestamp: at.getTime() });
}
