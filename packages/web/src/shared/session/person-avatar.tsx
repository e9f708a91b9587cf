// Somebody of the organisation: with the picture they have chosen, else with initials.
import { Avatar, type AvatarProps } from '../../ui/marks/avatar.tsx';
import { usePicture } from './profile-pictures.ts';

export type PersonAvatarProps = Omit<AvatarProps, 'src' | 'square'> & {
  /** Undefined for who is no user. */
  userId: string | undefined;
};

export function PersonAvatar({ userId, ...rest }: PersonAvatarProps) {
  return <Avatar {...rest} src={usePicture(userId)} />;
}
