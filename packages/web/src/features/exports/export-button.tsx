// The export button of a list before it is pressed: what it opens is loaded then.
import { type ComponentType, useState } from 'react';
import { ToolButton } from '../../ui/fields/filter-button.tsx';
import { DownloadIcon } from '../../ui/icons.tsx';
import { later } from '../../ui/later.tsx';
import { useT } from '../../ui/translation.tsx';

function ExportButton({ onPress = () => undefined }: { onPress?: () => void }) {
  const t = useT();
  return <ToolButton icon={DownloadIcon} label={t('export.list')} aria-haspopup="menu" onPress={onPress} />;
}

/** An export that is loaded when its button is pressed; its menu is then open. */
export function exportOnPress<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Export = later(load, <ExportButton />);
  return function OnPress(props: Props) {
    const [isWanted, setWanted] = useState(false);
    return isWanted ? <Export {...props} /> : <ExportButton onPress={() => setWanted(true)} />;
  };
}
