/** Whether this test runs in a page. */
export const inBrowser: boolean = typeof document !== 'undefined';

/** A file's content, in Node and in the browser alike; the path is relative to the repository (`../shared/scenes/gear.obj`). */
export async function readBytes(path: string): Promise<Uint8Array> {
  if (inBrowser) {
    const { commands } = await import('vitest/browser');
    const base64 = await commands.readBytesAsBase64(path);
    return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
  }
  const { readFile } = await import('node:fs/promises');
  return new Uint8Array(await readFile(new URL(`../../${path}`, import.meta.url)));
}

/** Whether readBytes would find the file: material beside the repository is not everywhere. */
export async function hasBytes(path: string): Promise<boolean> {
  return readBytes(path).then(
    () => true,
    () => false,
  );
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    readBytesAsBase64: (path: string) => Promise<string>;
    bitsInNode: (module: string, name: string, args: unknown[]) => Promise<string[]>;
  }
}
