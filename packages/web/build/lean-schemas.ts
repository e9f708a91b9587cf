// In the browser, schemas only validate; describing them as JSON Schema is the server's task and is removed from the
// bundle.
import type { Plugin } from 'vite';

const SCHEMAS = /\/zod\/v4\/classic\/schemas\.js$/u;
/** Each schema includes code to describe itself; it is replaced by code that throws. */
const DESCRIBING = [
  /^\s*inst\._zod\.processJSONSchema = .*;$/gmu,
  /create(?:Standard|To)JSONSchemaMethod(?=\(this)/gu,
] as const;

export function leanSchemas(): Plugin {
  return {
    name: 'plumbline-lean-schemas',
    apply: 'build',
    transform(code, id) {
      if (!SCHEMAS.test(id)) return undefined;
      const [describe, make] = DESCRIBING;
      if (!describe.test(code) || !make.test(code))
        this.error('the library of schemas is no longer written as expected');
      const lean = code.replaceAll(describe, '').replaceAll(make, 'undescribed');
      return {
        code: `${lean}\nfunction undescribed() { return () => { throw new Error('schemas are not described here'); }; }\n`,
        map: null,
      };
    },
  };
}
