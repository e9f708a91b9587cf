// The ports that the program listens on.
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import type { Config } from '../config/config.ts';
import { CannotStart } from './run.ts';

/** Turns the error of listening on a taken port into a message for the operator; throws any other error again. */
export const portTaken = (port: number, variable: string) => (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EADDRINUSE') throw error;
  throw new CannotStart(
    `Port ${port} is taken by another program. Stop that one, or choose another port: ${variable}=${port + 1} npm start`,
  );
};

/** The port itself, or a free one for 0. Fails as listening would. */
export async function findPort(port: number, host: string): Promise<number> {
  const trial = createServer().listen(port, host);
  await once(trial, 'listening');
  const found = (trial.address() as AddressInfo).port;
  trial.close();
  await once(trial, 'close');
  return found;
}

/** Throws `CannotStart` if a port is taken: before the database is started and its schema upgraded. */
export async function requirePorts({ roles, port, metricsPort, host }: Config): Promise<void> {
  if (roles.includes('web')) await findPort(port, host).catch(portTaken(port, 'PORT'));
  if (metricsPort !== null) await findPort(metricsPort, host).catch(portTaken(metricsPort, 'METRICS_PORT'));
}
