// The page for unexpected errors: what happened, a link back, and a reload where part of the app is missing.

import { shownFailure } from '../../shared/data/shown-failure.ts';
import { LinkButton } from '../../ui/actions/button.tsx';
import { ErrorView } from '../../ui/feedback/error-view.tsx';
import { Row } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { lastFault, returnPath } from './uncaught.ts';

export function FaultScreen({ from }: { from: unknown }) {
  const t = useT();
  const back = returnPath(from);
  const failure = lastFault() === undefined ? undefined : shownFailure(t, lastFault());
  return (
    <main className="fault">
      <ErrorView
        screen
        failure={failure ?? { kind: 'other', name: 'Error', message: t('ui.errorDefaultText') }}
        onRefresh={() => location.replace(back)}
      />
      <Row as="p" align="stretch" justify="center" wrap>
        <LinkButton kind="quiet" href={back}>
          {t('shell.faultBack')}
        </LinkButton>
        {back !== '/' && (
          <LinkButton kind="quiet" href="/">
            {t('nav.allProjects')}
          </LinkButton>
        )}
      </Row>
    </main>
  );
}
