// An organisation's requirements for signing in.
import { z } from 'zod';
import { endpoint } from '../../kernel/endpoint.ts';

/** An address or a network: 203.0.113.7, 203.0.113.0/24, 2001:db8::/32. */
const network = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);

export const isNetwork = (text: string): boolean => network.safeParse(text).success;

export const MAX_NETWORKS = 50;

const days = z.int().min(1).max(365).nullable();

export const signInPolicy = z.strictObject({
  forceMfa: z.boolean(),
  requireSms: z.boolean(),
  /** Minimum length of a new password; null: the default of the installation. */
  passwordMinLength: z.int().min(8).max(64).nullable(),
  /** Days until a session ends, in total and without use; null: 30 and 14. */
  sessionDays: days,
  sessionIdleDays: days,
  /** The networks from which members may use the organisation; empty: from everywhere. */
  networks: z.array(network).max(MAX_NETWORKS),
});

export type SignInPolicy = z.infer<typeof signInPolicy>;

export const readSignInPolicy = endpoint({
  name: 'readSignInPolicy',
  summary: "Gets the organisation's sign-in policy",
  method: 'GET',
  path: '/api/organisation/signIn',
  guard: { kind: 'organisation' },
  reply: signInPolicy,
});

export const changeSignInPolicy = endpoint({
  name: 'changeSignInPolicy',
  summary: "Updates the organisation's sign-in policy",
  method: 'PATCH',
  path: '/api/organisation/signIn',
  guard: { kind: 'organisation' },
  personal: true,
  body: signInPolicy.partial(),
  reply: signInPolicy,
});
