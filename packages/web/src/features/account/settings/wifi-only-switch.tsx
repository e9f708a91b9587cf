// Whether this device uploads photos and files only over Wi-Fi. Applies immediately.
import { useSyncExternalStore } from 'react';
import { isWifiOnly, networkKind, onUploadNetwork, setWifiOnly } from '../../../local/syncing/upload-network.ts';
import { Switch } from '../../../ui/choices/switch.tsx';
import { useT } from '../../../ui/translation.tsx';

export function WifiOnlySwitch() {
  const t = useT();
  const only = useSyncExternalStore(onUploadNetwork, isWifiOnly);
  const isKnown = useSyncExternalStore(onUploadNetwork, networkKind) !== 'unknown';
  return (
    <Switch
      isSelected={only && isKnown}
      isDisabled={!isKnown}
      onChange={setWifiOnly}
      help={t(isKnown ? 'sync.wifiOnlyHelp' : 'sync.wifiUnknown')}
    >
      {t('sync.wifiOnly')}
    </Switch>
  );
}
