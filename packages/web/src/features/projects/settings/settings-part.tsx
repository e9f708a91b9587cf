// A titled section of related fields.
import type { ReactNode } from 'react';
import { Stack } from '../../../ui/layout/primitives.tsx';
import '../create/project-form.css';

type PartProps = { title: string; isFirst?: boolean; children: ReactNode };

/** The first section follows the screen's title, so its own title is only for screen readers. */
export function Part({ title, isFirst, children }: PartProps) {
  return (
    <Stack as="fieldset" gap={4} shrink className="project-part">
      <legend className={isFirst ? 'ui-hidden' : undefined}>{title}</legend>
      {children}
    </Stack>
  );
}
