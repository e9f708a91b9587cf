// Profile pictures: upload and remove one's own, fetch those of colleagues.
import { z } from 'zod';
import { endpoint, several } from '../../kernel/endpoint.ts';
import { id } from '../../kernel/text.ts';
import { accountReply } from './contract.ts';

/** Bytes of a profile picture: the limit, and the size above which a smaller one is recommended. In megabytes as shown. */
export const PICTURE_BYTES = 10_000_000;
export const RECOMMENDED_PICTURE_BYTES = 1_000_000;

/** Maximum number of people whose pictures are fetched in one call. */
export const MAX_AVATARS_PER_REQUEST = 100;

const guard = { kind: 'user' } as const;

export const removePicture = endpoint({
  name: 'removePicture',
  summary: "Removes the caller's profile picture",
  method: 'DELETE',
  path: '/api/me/picture',
  guard,
  personal: true,
  reply: accountReply,
});

export const readAvatar = endpoint({
  name: 'readAvatar',
  summary: 'Gets the profile picture of a person of the organisation as WebP; 404 if there is none',
  method: 'GET',
  path: '/api/users/:userId/avatar',
  guard,
  params: z.strictObject({ userId: id }),
  reply: z.void(),
});

export const listAvatars = endpoint({
  name: 'listAvatars',
  summary:
    'Creates short-lived signed links to profile pictures of people of the organisation; omits people without one',
  method: 'GET',
  path: '/api/users/avatars',
  guard,
  query: z.strictObject({ id: several(id, MAX_AVATARS_PER_REQUEST) }),
  reply: z.strictObject({ avatars: z.array(z.strictObject({ userId: id, picture: z.string() })) }),
});
