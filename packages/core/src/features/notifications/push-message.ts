// What is sent to a device: a title, what stands below it, and where a press leads. Nothing else leaves the installation.
import { z } from 'zod';

export const pushMessage = z.strictObject({
  title: z.string(),
  body: z.string(),
  /** The language both are written in. */
  lang: z.string(),
  /** A message of the same tag takes the place of the one that is shown. */
  tag: z.string(),
  /** An address within the program. */
  path: z.string().regex(/^\/(?!\/)/u),
});
export type PushMessage = z.infer<typeof pushMessage>;

/** What the worker of a device says to an open window, which goes there without being loaded anew. */
export type GoTo = { goTo: string };
