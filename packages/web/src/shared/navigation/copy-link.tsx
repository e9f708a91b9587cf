// Copies the address of the list as it is filtered and sorted; on devices that can share, hands it to other apps.

import { useCopyText } from '../../ui/actions/copy-text.ts';
import { IconButton } from '../../ui/actions/icon-button.tsx';
import { ToolButton } from '../../ui/fields/filter-button.tsx';
import { LinkIcon } from '../../ui/icons.tsx';
import { useT } from '../../ui/translation.tsx';

const isTouch = (): boolean => matchMedia('(pointer: coarse)').matches;

type CopyLinkProps = {
  /** The address to copy instead of the one that is open. */
  href?: string | undefined;
  /** Shows only the icon, where there is no room for the label. */
  iconOnly?: boolean | undefined;
};

export function CopyLink({ href, iconOnly }: CopyLinkProps) {
  const t = useT();
  const copyText = useCopyText();
  const shares = 'share' in navigator && isTouch();
  const give = async () => {
    const url = new URL(href ?? '', location.href).href;
    // The user may close the list of apps without choosing one.
    if (shares) return navigator.share({ title: document.title, url }).catch(() => undefined);
    await copyText(url, t('pin.linkCopied'));
  };
  const Shown = iconOnly ? IconButton : ToolButton;
  return <Shown icon={LinkIcon} label={shares ? t('report.share') : t('pin.copyLink')} onPress={() => void give()} />;
}
