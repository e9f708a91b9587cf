// A person or organisation as a picture, or as initials on a colour that stays the same for the same name.
import { Image } from './image.tsx';
import './status.css';

// Deep tones on which white letters read; kept apart from the status scale and from safety orange.
const GROUNDS = ['#0e5565', '#5b4a86', '#7a4a2c', '#3f6245', '#8a3a5c', '#3c5582', '#6b5b1e', '#54504a'] as const;

export type AvatarProps = {
  name: string;
  /** Picture address; initials stand in while it loads and where it fails. */
  src?: string | undefined;
  /** Pixels. */
  size?: number | undefined;
  /** Organisations and groups are square. */
  square?: boolean | undefined;
  /** The name stands beside it anyway, so it need not be spoken twice. */
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
  return GROUNDS[sum % GROUNDS.length] ?? GROUNDS[0];
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
      {/* Drawn, not written: they are no words of what they stand on. */}
      <span className="ui-avatar-letters" data-letters={initials(name)} />
      {src !== undefined && <Image sources={[src]} alt="" fallback="none" />}
    </span>
  );
}
