// One heading of the gallery with its components.
import type { ReactNode } from 'react';

export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="specimen">
      <h2>{title}</h2>
      <div className="specimen-body">{children}</div>
    </section>
  );
}
