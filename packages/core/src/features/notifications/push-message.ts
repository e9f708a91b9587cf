// The payload sent to a device: a title, a body, and the target of a click. Nothing else leaves the installation.
import { z } from 'zod';

export const pushMessage = z.strictObject({
  title: z.string(),
  body: z.string(),
  /** The language of title and body. */
  lang: z.string(),
  /** Replaces the displayed message with the same tag. */
  tag: z.string(),
  /** A path within the app. */
  path: z.string().regex(/^\/(?!\/)/u),
});
export type PushMessage = z.infer<typeof pushMessage>;

/** Message of the service worker to an open window, which then navigates without a reload. */
export type PushTarget = { goTo: string };
