/** What a drop holds, taken out of its event: what is in it is read later. */

/** What it needs of a FileSystemEntry: a file or a folder. */
export interface DroppedEntry {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly name: string;
  file?(take: (file: File) => void, fail: (error: Error) => void): void;
  createReader?(): { readEntries(take: (entries: readonly DroppedEntry[]) => void, fail: (error: Error) => void): void };
}

/** Browsers that know no entries give the file. */
export interface TakenItem {
  readonly entry: DroppedEntry | null;
  readonly file: File | null;
}

/** To be called while the event is handled: browsers forget the items after that, and keep what was taken of them. */
export function takenItems(items: DataTransferItemList): readonly TakenItem[] {
  return Array.from(items)
    .filter(({ kind }) => kind === 'file')
    .map((item) => ({ entry: item.webkitGetAsEntry() as DroppedEntry | null, file: item.getAsFile() }));
}
