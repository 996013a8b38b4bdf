/**
 * What the page opens, behind the # of its address (viewer/README.md): a file of the server and the paths that it is
 * shown with. Slashes stay as they are, for people.
 */
export function viewLink(main: string, paths: readonly string[]): string {
  const part = (key: string, value: string) => `&${key}=${encodeURIComponent(value).replaceAll('%2F', '/')}`;
  return `#source=address${part('main', main)}${paths.map((path) => part('path', path)).join('')}`;
}
