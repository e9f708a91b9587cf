// Creates a data folder with the demo in the given folder; each lane of the journeys starts on a copy of it.
import { startProgram } from '@plumbline/testkit/program/program';

export async function makeDemo(folder: string): Promise<void> {
  const program = await startProgram({ DEMO: 'on', LOG_LEVEL: 'info', DATA_DIR: folder });
  for (const what of ['the demo project', 'the model of the demo project'])
    await program.saying(`"${what} is complete"`);
  const ended = await program.end();
  if (ended !== 0) throw new Error(`the program that made the demo ended with ${ended}:\n${program.said()}`);
}

const [, script, folder] = process.argv;
if (import.meta.filename === script && folder) await makeDemo(folder);
