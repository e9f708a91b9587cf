// What was dropped onto the page: files, and the files in folders at any depth, in the order of their names.

/** Files of one drop; a whole disk is a slip of the hand. */
const MOST_DROPPED = 2_000;

/** What systems leave in folders. */
const LEFT_BY_SYSTEMS = /^(?:\.|thumbs\.db$|desktop\.ini$)/iu;

type Entry = Pick<FileSystemEntry, 'isFile' | 'isDirectory' | 'name'>;
type FileEntry = Entry & Pick<FileSystemFileEntry, 'file'>;
type FolderEntry = Entry & { createReader: () => Pick<FileSystemDirectoryReader, 'readEntries'> };

const isFile = (entry: Entry): entry is FileEntry => entry.isFile;
const isFolder = (entry: Entry): entry is FolderEntry => entry.isDirectory;

const fileOf = (entry: FileEntry): Promise<File | undefined> =>
  // What cannot be read, such as a link that leads nowhere, is no file.
  new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));

async function entriesIn(folder: FolderEntry): Promise<Entry[]> {
  const reader = folder.createReader();
  const all: Entry[] = [];
  for (;;) {
    // A reader gives a hundred at a time, and none at the end.
    const some = await new Promise<Entry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return all.sort((a, b) => a.name.localeCompare(b.name, 'und', { numeric: true }));
    all.push(...some);
  }
}

/** Goes through folders until there are as many files as one drop may have. */
export async function filesIn(entries: readonly Entry[], most = MOST_DROPPED): Promise<File[]> {
  const files: File[] = [];
  for (const entry of entries) {
    if (files.length >= most) break;
    if (isFile(entry)) {
      const file = await fileOf(entry);
      if (file) files.push(file);
    } else if (isFolder(entry)) {
      const inside = (await entriesIn(entry)).filter(({ name }) => !LEFT_BY_SYSTEMS.test(name));
      files.push(...(await filesIn(inside, most - files.length)));
    }
  }
  return files;
}

/** Must be called within the event: afterwards browsers give nothing of it any more. */
export function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  return entries.length > 0 ? filesIn(entries) : Promise.resolve([...transfer.files]);
}
