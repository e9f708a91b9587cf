// Copies the address of the list as it is filtered and sorted; on devices that can share, hands it to other apps.
import { showToast } from '../../ui/feedback/toast.tsx';
import { ToolButton } from '../../ui/fields/filter-button.tsx';
import { LinkIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';

const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

/** `href`: the address to copy instead of the one that is open. */
export function CopyLink({ href }: { href?: string | undefined }) {
  const t = useT();
  const shares = 'share' in navigator && isTouch();
  const give = async () => {
    const url = new URL(href ?? '', location.href).href;
    // The user may close the list of apps without choosing one.
    if (shares) return navigator.share({ title: document.title, url }).catch(() => undefined);
    await navigator.clipboard.writeText(url);
    showToast({ kind: 'success', text: t('pin.linkCopied') });
  };
  return (
    <ToolButton icon={LinkIcon} label={shares ? t('report.share') : t('pin.copyLink')} onPress={() => void give()} />
  );
}
