// The second side of the settings: where the site is.
import { useT } from '../../ui/translation.tsx';
import { Part } from './part.tsx';
import { PlaceFields } from './project-fields.tsx';
import type { SettingsProps } from './use-settings.ts';

export function SettingsAddress(props: SettingsProps) {
  const t = useT();
  return (
    <Part title={t('project.partPlace')} isFirst>
      <PlaceFields {...props} />
    </Part>
  );
}
