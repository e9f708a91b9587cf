// The providers around all screens: error boundary, messages, server data, routing, toasts.
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { RouterProvider as LinkProvider } from 'react-aria-components';
import { queries } from '../shared/data/queries.ts';
import { LanguageProvider, type Messages } from '../shared/i18n/i18n.tsx';
import { followPlainLinks } from '../shared/navigation/plain-links.ts';
import { SessionProvider } from '../shared/session/session.tsx';
import { ReportDialogProvider } from '../shared/site/report-dialog.tsx';
import { ToastRegion } from '../ui/feedback/toast.tsx';
import { watchForms } from '../ui/fields/forms.ts';
import { later } from '../ui/later.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { watchFaults } from './faults/uncaught.ts';
import { router } from './router.tsx';

/** A task, or a pin in the list of its project. */
const OF_ISSUE = /\/tasks\?task=|\/pins\/list\/-\//u;

/**
 * Opens an address of the app. A task or pin opens beside the list that is open; opened anywhere else, its address shows
 * the tasks or pins of its project.
 */
async function openAddress(href: string): Promise<void> {
  const beside = OF_ISSUE.test(href) ? await import('./open-beside.ts').catch(() => undefined) : undefined;
  if (!beside?.openBeside(href)) router.history.push(href);
}

const ReportDialog = later(() => import('../features/reports/report-dialog.tsx').then((module) => module.ReportDialog));

watchForms();
followPlainLinks(openAddress);
watchFaults((address) => router.history.replace(address));

/** `messages`: those of the first screen, if they are here already. */
export function Providers({ messages }: { messages: Messages | undefined }) {
  return (
    <ErrorBoundary>
      <LanguageProvider first={messages}>
        <ErrorBoundary>
          <QueryClientProvider client={queries}>
            <SessionProvider>
              <LinkProvider navigate={openAddress}>
                <ReportDialogProvider value={ReportDialog}>
                  <RouterProvider router={router} />
                </ReportDialogProvider>
                <ToastRegion />
              </LinkProvider>
            </SessionProvider>
          </QueryClientProvider>
        </ErrorBoundary>
      </LanguageProvider>
    </ErrorBoundary>
  );
}
