// One heading of the gallery with its components.
import type { ReactNode } from 'react';
import { Row } from '../ui/layout/primitives.tsx';

export function Specimen({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2>{title}</h2>
      <Row gap={3} wrap className="specimen-body">
        {children}
      </Row>
    </section>
  );
}
