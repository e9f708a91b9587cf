// An independent authenticator app, with which ours must be compatible.
import jsqr from 'jsqr';
import { Secret, TOTP, URI } from 'otpauth';
import sharp from 'sharp';

/** The code an app shows at that time for a secret as typed in. */
export function codeAt(secret: string, at: Date): string {
  const app = new TOTP({ secret: Secret.fromBase32(secret.replaceAll(/\s/gu, '')), digits: 6, period: 30 });
  return app.generate({ timestamp: at.getTime() });
}

/** The code an app shows after scanning an image with a QR code. Throws if it finds none. */
export async function codeOfPicture(picture: Buffer, at: Date): Promise<string> {
  return URI.parse(await textOfPicture(picture)).generate({ timestamp: at.getTime() });
}

/** The text of the QR code in an image. Throws if there is none. */
export async function textOfPicture(picture: Buffer): Promise<string> {
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  const seen = jsqr.default(new Uint8ClampedArray(data), info.width, info.height);
  if (!seen) throw new Error('there is no QR code in the picture');
  return seen.data;
}
