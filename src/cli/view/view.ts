import { safeText } from '../../words/safe-text.ts';
import { isLoopback, type ServePlace, type Site, serve, USUAL_PORT } from '../terminal/serve.ts';
import { type Colors, colorsFor, type Streams } from '../terminal/streams.ts';
import { type OpenCellOptions, openCell } from './open-cell.ts';
import { VIEWER_FOLDER, viewerSite } from './viewer-site.ts';

export interface ViewOptions extends OpenCellOptions {
  readonly port?: number;
  readonly host: string;
  /** Undefined: where there is a screen. */
  readonly open?: boolean;
}

export async function view(cell: string | undefined, paths: readonly string[], options: ViewOptions, streams: Streams): Promise<void> {
  const { stderr, env } = streams;
  const opened = cell === undefined ? null : await openCell(cell, paths, options, env);
  const site = await viewerSite(VIEWER_FOLDER, opened?.files ?? null, [], opened?.link);
  const warn = (text: string) => stderr.write(`${colorsFor(stderr, env).yellow('warning:')} ${safeText(text)}\n`);
  for (const warning of opened?.warnings ?? []) warn(warning);
  if (!isLoopback(options.host)) warn(openToOthers(options.host, cell));
  const place = { ...placeOf(options.port), host: options.host };
  await serveUntilInterrupted(site, place, [{ link: opened?.link ?? '' }], options.open, streams);
}

/** Undefined: the usual one, or any. */
export function placeOf(port: number | undefined): ServePlace {
  return port === undefined ? { port: USUAL_PORT, elsewhere: true } : { port };
}

interface ShownLink {
  /** What follows the address of the first page. */
  readonly link: string;
  /** Said beside it. */
  readonly words?: string;
}

/** Tells the addresses, opens the first where there is a screen, and serves on. */
export async function serveUntilInterrupted(
  site: Site,
  place: ServePlace,
  links: readonly ShownLink[],
  open: boolean | undefined,
  streams: Streams,
): Promise<void> {
  const { stdout, env } = streams;
  const served = await serve(site, place);
  try {
    stdout.write(linesOf(served.url, links, colorsFor(stdout, env)));
    if (open ?? (stdout.isTTY === true && hasScreen(env))) streams.openPage?.(served.url + links[0].link);
    await streams.untilInterrupted();
  } finally {
    await served.close();
  }
}

function linesOf(url: string, links: readonly ShownLink[], c: Colors): string {
  const line = ({ link, words = '(Ctrl-C ends)' }: ShownLink) => `${c.bold('look')}  ${c.cyan(url + link)}  ${c.dim(words)}\n`;
  return links.map(line).join('');
}

/** Whether a browser would come up where the person sits. */
function hasScreen({ CI, SSH_CONNECTION, DISPLAY, WAYLAND_DISPLAY }: Streams['env']): boolean {
  if (CI || SSH_CONNECTION) return false;
  return process.platform === 'darwin' || process.platform === 'win32' || Boolean(DISPLAY || WAYLAND_DISPLAY);
}

function openToOthers(host: string, cell: string | undefined): string {
  const what = cell === undefined ? 'this page' : 'this page and the files of the cell';
  return `--host ${host}: whoever reaches this machine over the network can have ${what}, unencrypted and without a password; browsers there share no memory between workers, and have no WebGPU`;
}
