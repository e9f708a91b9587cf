// Routes plain links through the app's router: reloading the app for each would be slow, and impossible offline.

/** Whether the app should handle a click on the link: not a new tab, a download, or an anchor on the same page. */
function isOurs(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.defaultPrevented || event.button !== 0) return false;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return false;
  if (link.target !== '' && link.target !== '_self') return false;
  if (link.hasAttribute('download') || link.origin !== location.origin) return false;
  if (link.pathname.startsWith('/api/')) return false;
  return link.hash === '' || link.pathname !== location.pathname || link.search !== location.search;
}

/** Listens last, so that a screen's own click handlers run first. */
export function followPlainLinks(go: (href: string) => void): void {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href]') : null;
    if (!link || !isOurs(event, link)) return;
    event.preventDefault();
    go(link.pathname + link.search + link.hash);
  });
}
