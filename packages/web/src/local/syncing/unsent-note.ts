// How much of what is on this device the server does not have, noted outside of the database: a browser that deletes the
// database and its copy deletes these edits with them, and their user must learn how many they were.

const unsentKey = (name: string): string => `plumbline.unsent.${name}`;
const lostKey = (name: string): string => `plumbline.lost.${name}`;

function write(key: string, count: number): void {
  const text = String(count);
  if (count === 0) localStorage.removeItem(key);
  else if (localStorage.getItem(key) !== text) localStorage.setItem(key, text);
}

const read = (key: string): number => Number(localStorage.getItem(key) ?? 0);

/** Notes how many edits and files exist only in this database. `isNew`: nothing has been stored in it yet. */
export function noteUnsent(name: string, count: number, isNew: boolean): void {
  try {
    if (isNew) write(lostKey(name), read(lostKey(name)) + read(unsentKey(name)));
    write(unsentKey(name), count);
  } catch {
    // Without room, the note is missing, not the edits.
  }
}

/** How many the browser has deleted, until the user has seen it. */
export const lostEdits = (name: string): number => read(lostKey(name));

export const forgetLost = (name: string): void => write(lostKey(name), 0);
