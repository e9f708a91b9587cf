// A section of the operator's page, with its parts below each other.
import type { ComponentProps } from 'react';
import { Section } from '../../ui/layout/settings-section.tsx';

export const OperatorSection = ({ children, ...rest }: ComponentProps<typeof Section>) => (
  <Section {...rest}>
    <div className="account-form">{children}</div>
  </Section>
);
