// Files dropped onto the page, including those in folders at any depth, in name order.

/** Maximum files per drop; a whole disk is dropped by accident. */
const MAX_DROPPED_FILES = 2_000;

/** Files that operating systems leave in folders. */
const SYSTEM_FILES = /^(?:\.|thumbs\.db$|desktop\.ini$)/iu;

type Entry = Pick<FileSystemEntry, 'isFile' | 'isDirectory' | 'name'>;
type FileEntry = Entry & Pick<FileSystemFileEntry, 'file'>;
type FolderEntry = Entry & { createReader: () => Pick<FileSystemDirectoryReader, 'readEntries'> };

const isFile = (entry: Entry): entry is FileEntry => entry.isFile;
const isFolder = (entry: Entry): entry is FolderEntry => entry.isDirectory;

const fileOf = (entry: FileEntry): Promise<File | undefined> =>
  // Unreadable entries, such as broken links, are skipped.
  new Promise((resolve) => entry.file(resolve, () => resolve(undefined)));

async function entriesIn(folder: FolderEntry): Promise<Entry[]> {
  const reader = folder.createReader();
  const all: Entry[] = [];
  for (;;) {
    // A reader returns up to a hundred entries at a time, and none at the end.
    const some = await new Promise<Entry[]>((resolve) => reader.readEntries(resolve, () => resolve([])));
    if (some.length === 0) return all.sort((a, b) => a.name.localeCompare(b.name, 'und', { numeric: true }));
    all.push(...some);
  }
}

/** Walks folders until the maximum number of files is reached. */
export async function filesIn(entries: readonly Entry[], most = MAX_DROPPED_FILES): Promise<File[]> {
  const files: File[] = [];
  for (const entry of entries) {
    if (files.length >= most) break;
    if (isFile(entry)) {
      const file = await fileOf(entry);
      if (file) files.push(file);
    } else if (isFolder(entry)) {
      const inside = (await entriesIn(entry)).filter(({ name }) => !SYSTEM_FILES.test(name));
      files.push(...(await filesIn(inside, most - files.length)));
    }
  }
  return files;
}

/** Must be called during the event: browsers clear the data afterwards. */
export function droppedFiles(transfer: DataTransfer): Promise<File[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry?.() ?? []);
  return entries.length > 0 ? filesIn(entries) : Promise.resolve([...transfer.files]);
}

import { useEffect, useRef } from 'react';

/** Handles pasted images and files anywhere except in text inputs. Undefined disables pasting. */
export function usePaste(onFiles: ((files: readonly File[]) => void) | undefined): void {
  const latest = useRef(onFiles);
  latest.current = onFiles;
  const listens = onFiles !== undefined;
  useEffect(() => {
    if (!listens) return;
    const onPaste = (event: ClipboardEvent) => {
      const files = [...(event.clipboardData?.files ?? [])];
      // An overlay such as a dialog may handle the paste itself.
      if (files.length === 0 || event.defaultPrevented || document.querySelector('[role="dialog"]')) return;
      event.preventDefault();
      latest.current?.(files);
    };
    document.addEventListener('paste', onPaste);
    return () => document.removeEventListener('paste', onPaste);
  }, [listens]);
}
