// A person or organisation as a picture, or as initials on a colour derived from the name.
import { Image } from './image.tsx';
import './status.css';

// Dark tones on which white letters are readable; distinct from the status scale and safety orange.
const AVATAR_COLOURS = [
  '#0e5565',
  '#5b4a86',
  '#7a4a2c',
  '#3f6245',
  '#8a3a5c',
  '#3c5582',
  '#6b5b1e',
  '#54504a',
] as const;

export type AvatarProps = {
  name: string;
  /** URL of the picture; initials are shown while it loads and where it fails. */
  src?: string | undefined;
  /** Pixels. */
  size?: number | undefined;
  /** Organisations and groups are square. */
  square?: boolean | undefined;
  /** The name is shown next to it, so it need not be announced twice. */
  decorative?: boolean | undefined;
};

/** "Anna-Lena Öztürk" → "AÖ". */
function initials(name: string): string {
  const words = name.trim().split(/\s+/u).filter(Boolean);
  const first = [...(words[0] ?? '')][0] ?? '';
  const last = words.length > 1 ? ([...(words.at(-1) ?? '')][0] ?? '') : '';
  return (first + last).toLocaleUpperCase();
}

function ground(name: string): string {
  let sum = 0;
  for (const sign of name) sum = (sum * 31 + (sign.codePointAt(0) ?? 0)) % 9973;
  return AVATAR_COLOURS[sum % AVATAR_COLOURS.length] ?? AVATAR_COLOURS[0];
}

export function Avatar({ name, src, size = 32, square, decorative }: AvatarProps) {
  const style = { '--avatar': `${size}px`, background: ground(name) } as React.CSSProperties;
  return (
    <span
      className="ui-avatar"
      data-square={square ? '' : undefined}
      style={style}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name })}
    >
      {/* Rendered by CSS: the initials must not become part of the surrounding text content. */}
      <span className="ui-avatar-letters" data-letters={initials(name)} />
      {src !== undefined && <Image sources={[src]} alt="" fallback="none" />}
    </span>
  );
}
