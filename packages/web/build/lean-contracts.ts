// The browser calls an endpoint by its method, path and guard. The schemas of requests and replies are the server's: here
// they are removed, and what only they used is dropped.
import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

/** Modules without side effects, whose top-level constants may be dropped where nothing uses them. */
const CONTRACTS = /\/packages\/core\/src\/.*\.ts$/u;
/** Parts of an endpoint that the browser never reads. */
const SERVER_ONLY: ReadonlySet<string> = new Set(['summary', 'params', 'query', 'body', 'reply']);

type Change = { start: number; end: number; text: string };

/** An endpoint without the schemas; undefined for other calls. */
function leanEndpoint(code: string, { callee, arguments: [declaration] }: ESTree.CallExpression): Change | undefined {
  if (callee.type !== 'Identifier' || callee.name !== 'endpoint' || declaration?.type !== 'ObjectExpression')
    return undefined;
  const kept = declaration.properties.filter(
    (part) => part.type !== 'Property' || part.key.type !== 'Identifier' || !SERVER_ONLY.has(part.key.name),
  );
  const text = `{ ${kept.map(({ start, end }) => code.slice(start, end)).join(', ')} }`;
  return { start: declaration.start, end: declaration.end, text };
}

const CREATING: ReadonlySet<string> = new Set([
  'CallExpression',
  'NewExpression',
  'ObjectExpression',
  'ArrayExpression',
]);
const CALLS_OR_SPREADS = /\(|\.\.\./u;

/** The bundler keeps unused calls and spreads, which may have an effect; functions marked as pure it drops. */
function asPure(code: string, { declarations }: ESTree.VariableDeclaration): Change[] {
  return declarations.flatMap(({ init }) => {
    if (!init || !CREATING.has(init.type) || !CALLS_OR_SPREADS.test(code.slice(init.start, init.end))) return [];
    return [
      { start: init.start, end: init.start, text: '/*#__PURE__*/ (() => (' },
      { start: init.end, end: init.end, text: '))()' },
    ];
  });
}

/** The code of a module (JavaScript or TypeScript) without the schemas of its endpoints; undefined if it has none. */
export function withoutSchemas(code: string, file: string): string | undefined {
  const { program } = parseSync(file, code, { lang: 'ts' });
  const changes: Change[] = [];
  for (const statement of program.body) {
    const declared = statement.type === 'ExportNamedDeclaration' ? statement.declaration : statement;
    if (declared?.type === 'VariableDeclaration') changes.push(...asPure(code, declared));
  }
  new Visitor({
    CallExpression(call) {
      const change = leanEndpoint(code, call);
      if (change) changes.push(change);
    },
  }).visit(program);
  if (changes.length === 0) return undefined;
  let [lean, from] = ['', 0];
  for (const { start, end, text } of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    lean += code.slice(from, start) + text;
    from = end;
  }
  return lean + code.slice(from);
}

export function leanContracts(): Plugin {
  return {
    name: 'plumbline-lean-contracts',
    apply: 'build',
    transform: {
      filter: { id: CONTRACTS },
      handler(code, id) {
        const lean = withoutSchemas(code, id);
        return lean === undefined ? undefined : { code: lean, map: null };
      },
    },
  };
}
