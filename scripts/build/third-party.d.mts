/** What a bundler calls when a bundle is made. */
export interface NotingPlugin {
  readonly name: string;
  generateBundle(options: unknown, bundle: Readonly<Record<string, { readonly moduleIds?: readonly string[] }>>): void;
}
export function thirdParty(): { readonly plugin: NotingPlugin; readonly text: () => string };
export function noticesOf(folders: readonly string[], copies?: Readonly<Record<string, string>>): string;
