// The page for an unknown URL.
import { LinkButton } from '../../ui/actions/button.tsx';
import { EmptyState } from '../../ui/feedback/empty-state.tsx';
import { SearchIcon } from '../../ui/icons.tsx';
import { MainPart } from '../../ui/layout/page.tsx';
import { useT } from '../../ui/translation.tsx';

export function NotFound() {
  const t = useT();
  return (
    <MainPart className="fault">
      <EmptyState
        screen
        icon={SearchIcon}
        title={t('shell.notFound')}
        action={
          <LinkButton kind="brand" href="/">
            {t('nav.allProjects')}
          </LinkButton>
        }
      >
        {t('shell.notFoundText')}
      </EmptyState>
    </MainPart>
  );
}
