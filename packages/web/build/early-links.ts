// The page begins with a small script that brings the program: the browser fetches both at once, with the styles of the program.
import type { Plugin } from 'vite';

const PROGRAM = '/src/app/start.tsx';

export function earlyLinks(): Plugin {
  return {
    name: 'plumbline-early-links',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
        const program = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(PROGRAM)));
        if (!program) throw new Error('the program is missing');
        const styles = [...(program.viteMetadata?.importedCss ?? [])];
        return [
          // Fetched, and not yet read: that would keep a drawing waiting which the small script brings.
          ...[program.fileName, ...program.imports].map((name) => ({ as: 'script', href: `/${name}` })),
          ...styles.map((name) => ({ as: 'style', href: `/${name}` })),
        ].map((what) => ({
          tag: 'link',
          attrs: { rel: 'preload', fetchpriority: 'low', crossorigin: true, ...what },
          injectTo: 'head' as const,
        }));
      },
    },
  };
}
