// The app's logo: a plumb bob on its line, with or without the wordmark.
import './logo.css';
import { Row } from '../layout/primitives.tsx';

/** The plumb bob on its line, 24 by 32 units, in the surrounding text colour. */
export function LogoMark({ size = 28, title }: { size?: number | undefined; title?: string | undefined }) {
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: it has a label, or is hidden where text is next to it
    <svg
      className="ui-logo-mark"
      viewBox="0 0 24 32"
      height={size}
      width={(size * 24) / 32}
      fill="currentColor"
      {...(title === undefined ? { 'aria-hidden': true } : { role: 'img', 'aria-label': title })}
    >
      <path d="M11.25 0h1.5v8h-1.5z" />
      <path d="M9.2 8.2h5.6v2.6H9.2z" />
      <path d="M12 32 3.6 16.4l3.9-4.4H12z" />
      <path d="M12 32l8.4-15.6-3.9-4.4H12z" opacity=".62" />
    </svg>
  );
}

export function Wordmark({ size = 24 }: { size?: number | undefined }) {
  return (
    <Row as="span" inline ink="inherit" className="ui-wordmark" style={{ fontSize: size }}>
      <LogoMark size={size * 1.3} />
      <span>Plumbline</span>
    </Row>
  );
}
