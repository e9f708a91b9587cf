// Saves files from the server.
import { authorised } from './client.ts';
import { Refusal } from './failure.ts';
import { servicePath } from './service-path.ts';

/** Fetches a file that requires the session and hands it to the browser as a download. */
export async function saveFile(path: `/api/${string}`, name: string): Promise<void> {
  const response = await authorised(servicePath(path));
  if (!response.ok) throw new Refusal(response.status, await response.json().catch(() => undefined));
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // The browser has taken over the bytes by the next task.
  setTimeout(() => URL.revokeObjectURL(url), 0);
}
