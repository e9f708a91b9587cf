// The path to the current page, outermost first. The last entry is the current page.
import { Breadcrumb as AriaBreadcrumb, Breadcrumbs, Link } from 'react-aria-components';
import { ChevronRightIcon, IconMark } from '../icons.tsx';
import { useT } from '../translation.tsx';
import { Box } from './primitives.tsx';
import './breadcrumb.css';

export type Crumb = { id: string; label: string; href?: string | undefined };

export function Breadcrumb({ crumbs }: { crumbs: readonly Crumb[] }) {
  const t = useT();
  return (
    <Box as="nav" aria-label={t('ui.breadcrumb')} shrink>
      <Breadcrumbs className="ui-crumbs">
        {crumbs.map((crumb, at) => (
          <AriaBreadcrumb key={crumb.id} id={crumb.id} data-icons="small quiet" className="ui-crumb">
            {at > 0 && <IconMark icon={ChevronRightIcon} />}
            <Link className="ui-crumb-link" {...(crumb.href !== undefined && { href: crumb.href })}>
              {crumb.label}
            </Link>
          </AriaBreadcrumb>
        ))}
      </Breadcrumbs>
    </Box>
  );
}
