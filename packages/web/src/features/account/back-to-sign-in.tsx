// Link back to the sign-in screen, shown below account forms.
import { Link } from 'react-aria-components';
import { BackIcon } from '../../ui/icons.tsx';
import { Row } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';

export function BackToSignIn() {
  const t = useT();
  return (
    <Row
      as="nav"
      gap="0 6"
      align="stretch"
      justify="between"
      wrap
      className="sign-in-links"
      aria-label={t('auth.otherWays')}
    >
      <Link href="/home">
        <BackIcon size={18} aria-hidden="true" />
        {t('account.toSignIn')}
      </Link>
    </Row>
  );
}
