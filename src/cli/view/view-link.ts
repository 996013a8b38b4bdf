/**
 * What the page opens, behind the # of its address (viewer/README.md): a file of the server and the paths that it is
 * shown with; `packages`: `name:folder` of each. Slashes stay as they are, for people.
 */
export function viewLink(main: string, paths: readonly string[], packages: readonly string[] = []): string {
  const part = (key: string, value: string) => `&${key}=${encodeURIComponent(value).replaceAll('%2F', '/')}`;
  const several = (key: string, values: readonly string[]) => values.map((value) => part(key, value)).join('');
  return `#source=address${part('main', main)}${several('path', paths)}${several('package', packages)}`;
}
