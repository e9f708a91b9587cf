// The server is killed in its own process, as by the system when memory runs out.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runProgram } from './external-program.ts';

let listener: Server;
let port: number;
let server: ChildProcess | undefined;

beforeEach(async () => {
  listener = createServer().listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  port = typeof address === 'object' && address !== null ? address.port : 0;
});
afterEach(async () => {
  server?.kill('SIGKILL');
  server = undefined;
  listener.close();
});

/** A program that stays connected to the test until it ends. */
const connected = () => `require('node:net').connect(${port}, '127.0.0.1').on('error', () => {})`;
/** As a launcher script starts the real program: the shell waits for it. */
const launched = () => ['-c', '"$0" -e "$1" & wait', process.execPath, connected()];

async function connection(): Promise<{ closed: Promise<unknown> }> {
  const [socket] = (await once(listener, 'connection')) as [Socket];
  socket.on('error', () => {}).resume();
  return { closed: once(socket, 'close') };
}

test('programs, and what they started, end with a killed server', async () => {
  const program = fileURLToPath(new URL('external-program.ts', import.meta.url));
  const call = `import { runProgram } from ${JSON.stringify(program)};
    await runProgram('/bin/sh', ${JSON.stringify(launched())}, { env: {}, signal: new AbortController().signal });`;
  server = spawn(process.execPath, ['--input-type=module', '-e', call], { stdio: 'ignore' });
  const { closed } = await connection();
  server.kill('SIGKILL');
  await closed;
});

test('an aborted program ends with what it started', async () => {
  const stop = new AbortController();
  const ended = runProgram('/bin/sh', launched(), { env: {}, signal: stop.signal });
  const { closed } = await connection();
  stop.abort();
  await closed;
  expect(await ended).toMatchObject({ code: null });
});

test('a program that ends normally returns its output, apart from its messages', async () => {
  const { signal } = new AbortController();
  const result = await runProgram('/bin/sh', ['-c', 'echo read; echo warned >&2; exit 3'], { env: {}, signal });
  expect(result).toMatchObject({ code: 3, output: 'read\n' });
  // Two streams arrive in either order.
  expect(result.said.split('\n').toSorted()).toEqual(['', 'read', 'warned']);
});
