// Puts compressed copies beside the files of the build; the server sends them as they lie.
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Plugin } from 'vite';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

const TEXT = /\.(?:js|css|svg|json|wasm)$/u;
/** Bytes below which a copy saves nothing. */
const LEAST = 1_400;

export function compressed(): Plugin {
  return {
    name: 'plumbline-compressed',
    apply: 'build',
    enforce: 'post',
    async generateBundle(_options, bundle) {
      const files = Object.values(bundle).filter((file) => TEXT.test(file.fileName));
      await Promise.all(
        files.map(async (file) => {
          const bytes = Buffer.from(file.type === 'chunk' ? file.code : file.source);
          if (bytes.length < LEAST) return;
          const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
          const [br, gz] = await Promise.all([brotli(bytes, { params }), zip(bytes, { level: 9 })]);
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.br`, source: br });
          this.emitFile({ type: 'asset', fileName: `${file.fileName}.gz`, source: gz });
        }),
      );
    },
  };
}
