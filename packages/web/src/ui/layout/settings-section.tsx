// A section of the settings: its description on the left, its fields on the right.
import type { ReactNode } from 'react';
import './settings-section.css';

export function Section({
  id,
  title,
  text,
  children,
}: {
  id: string;
  title: string;
  text?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className="account-section" id={id} aria-labelledby={`${id}-title`}>
      <div className="account-about">
        <h2 id={`${id}-title`}>{title}</h2>
        {text !== undefined && <p>{text}</p>}
      </div>
      <div className="account-body">{children}</div>
    </section>
  );
}
