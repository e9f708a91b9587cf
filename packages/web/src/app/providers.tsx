// Everything the screens stand in: failures caught, texts, server data, addresses, messages.
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { RouterProvider as LinkProvider } from 'react-aria-components';
import { ToastRegion } from '../ui/feedback/toast.tsx';
import { leadToProblems } from '../ui/fields/first-problem.ts';
import { Catch } from './catch.tsx';
import { watchFaults } from './faults/uncaught.ts';
import { LanguageProvider } from './i18n.tsx';
import { followPlainLinks } from './plain-links.ts';
import { queries } from './queries.ts';
import { router } from './router.tsx';
import { SessionProvider } from './session.tsx';

const go = (href: string) => router.history.push(href);

leadToProblems();
followPlainLinks(go);
watchFaults((address) => router.history.replace(address));

export function Providers() {
  return (
    <Catch>
      <LanguageProvider>
        <Catch>
          <QueryClientProvider client={queries}>
            <SessionProvider>
              <LinkProvider navigate={go}>
                <RouterProvider router={router} />
                <ToastRegion />
              </LinkProvider>
            </SessionProvider>
          </QueryClientProvider>
        </Catch>
      </LanguageProvider>
    </Catch>
  );
}
