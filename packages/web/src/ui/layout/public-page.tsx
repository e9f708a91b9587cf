// A page for anyone who has a link: a card below the name of the program.
import { type ReactNode, useEffect } from 'react';
import { Wordmark } from '../marks/logo.tsx';
import { Stack, Text } from './primitives.tsx';
import './public-page.css';

type PublicPageProps = { title: string; wide?: boolean | undefined; icon?: ReactNode; children: ReactNode };

export function PublicPage({ title, wide, icon, children }: PublicPageProps) {
  useEffect(() => {
    document.title = `${title} – Plumbline`;
  }, [title]);
  return (
    <main className="public-page" data-wide={wide ? '' : undefined}>
      <Text as="header" ink="brand">
        <Wordmark size={20} />
      </Text>
      <Stack gap={4} surface="surface" className="public-page-card">
        {icon}
        <Text as="h1" className="public-page-title" breaks>
          {title}
        </Text>
        {children}
      </Stack>
    </main>
  );
}
