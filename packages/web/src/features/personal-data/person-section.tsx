// Another person's personal data, for administrators: the export to answer a request, and erasure.
import { useState } from 'react';
import { Button } from '../../ui/actions/button.tsx';
import { showToast } from '../../ui/feedback/toast.tsx';
import { Stack, Text } from '../../ui/layout/primitives.tsx';
import { useT } from '../../ui/translation.tsx';
import { DataExports } from './data-exports.tsx';
import { EraseDialog } from './erase-dialog.tsx';

export type PersonDataPartProps = {
  userId: string;
  name: string;
  email: string;
  mayErase: boolean;
  onErased: () => void;
};

export function PersonDataPart({ userId, name, email, mayErase, onErased }: PersonDataPartProps) {
  const t = useT();
  const [erasing, setErasing] = useState(false);
  return (
    <Stack as="section" fluid gap={3} pad="4 0 0" line="above" aria-labelledby="person-data">
      <Text as="h3" size="m" weight="strong" id="person-data">
        {t('personalData.title')}
      </Text>
      <DataExports userId={userId} />
      {mayErase && (
        <div>
          <Button kind="danger" onPress={() => setErasing(true)}>
            {t('personalData.eraseOf')}
          </Button>
        </div>
      )}
      {erasing && (
        <EraseDialog
          person={{ userId, name, email, own: false }}
          onClose={() => setErasing(false)}
          onErased={() => {
            showToast({ kind: 'success', text: t('personalData.erased') });
            onErased();
          }}
        />
      )}
    </Stack>
  );
}
