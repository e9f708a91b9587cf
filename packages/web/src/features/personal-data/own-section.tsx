// The user's own personal data in the settings: export it, or erase the account.
import { useState } from 'react';
import { useUser } from '../../shared/session/session.tsx';
import { Button } from '../../ui/actions/button.tsx';
import { Section } from '../../ui/layout/settings-section.tsx';
import { useT } from '../../ui/translation.tsx';
import { signOut } from '../auth/sign-out.ts';
import { DataExports } from './data-exports.tsx';
import { EraseDialog } from './erase-dialog.tsx';

export function PersonalDataSection() {
  const t = useT();
  const user = useUser();
  const [erasing, setErasing] = useState(false);
  const person = {
    userId: user.userId,
    name: `${user.firstName} ${user.lastName}`.trim(),
    ...{ email: user.username, own: true },
  };
  return (
    <Section id="personal-data" title={t('personalData.ownTitle')} text={t('personalData.text')}>
      {!user.byToken && (
        <>
          <DataExports />
          <div>
            <Button kind="danger" onPress={() => setErasing(true)}>
              {t('personalData.erase')}
            </Button>
          </div>
        </>
      )}
      {erasing && <EraseDialog person={person} onClose={() => setErasing(false)} onErased={() => void signOut()} />}
    </Section>
  );
}
