// A person in the organisation: their picture, else their initials.
import { Avatar, type AvatarProps } from '../../ui/marks/avatar.tsx';
import { usePicture } from './profile-pictures.ts';

export type PersonAvatarProps = Omit<AvatarProps, 'src' | 'square'> & {
  /** Undefined for someone who is not a user. */
  userId: string | undefined;
};

export function PersonAvatar({ userId, ...rest }: PersonAvatarProps) {
  return <Avatar {...rest} src={usePicture(userId)} />;
}
