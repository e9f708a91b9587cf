// Plain links lead through the program as its own do: loading it anew for each of them would be slow, and impossible without a line.

/** Whether a click on the link is the program's to follow: not a new tab, not a file, not a place on the same page. */
function isOurs(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target !== '' && link.target !== '_self') return false;
  if (link.hasAttribute('download') || link.origin !== location.origin) return false;
  if (link.pathname.startsWith('/api/')) return false;
  return link.hash === '' || link.pathname !== location.pathname || link.search !== location.search;
}

/** Heard last, so that whatever a screen does with a click goes first. */
export function followPlainLinks(go: (href: string) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || !isOurs(event, link)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
