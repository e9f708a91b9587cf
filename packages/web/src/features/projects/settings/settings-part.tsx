// Fields that belong together, under their name.
import type { ReactNode } from 'react';
import '../create/project-form.css';

type PartProps = { title: string; isFirst?: boolean; children: ReactNode };

/** The first part follows the name of the screen, so its own is only spoken. */
export function Part({ title, isFirst, children }: PartProps) {
  return (
    <fieldset className="project-part">
      <legend className={isFirst ? 'ui-hidden' : undefined}>{title}</legend>
      {children}
    </fieldset>
  );
}
