// Second settings tab: where the site is.
import { useT } from '../../../ui/translation.tsx';
import { LocationFields } from '../create/project-fields.tsx';
import { Part } from './settings-part.tsx';
import type { SettingsProps } from './use-settings.ts';

export function SettingsAddress(props: SettingsProps) {
  const t = useT();
  return (
    <Part title={t('project.partPlace')} isFirst>
      <LocationFields {...props} />
    </Part>
  );
}
