import type { FileHandle } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { pipeline } from 'node:stream';
import { InputError } from '../../index.ts';

// Pages for a browser on this machine. Other pages in that browser can send requests here too: a name of theirs that
// leads to this machine is refused by Host, a request that they make by Origin, and what they embed is not shown to
// them. Whoever connects and sends or takes nothing is cut off.

/** What stands at an address. */
export interface Served {
  readonly type: string;
  /** A file is closed once it was sent. */
  readonly content: Buffer | FileHandle;
  /** What it may do in a browser. */
  readonly policy: string;
}

/** What stands where: by the address without what follows a `?`, as it was sent. Undefined: nothing. */
export type Site = (path: string) => Promise<Served | undefined>;

/** Something that is served, until closed. */
export interface Serving {
  /** Address of the first page. */
  readonly url: string;
  close(): Promise<void>;
}

/** How long, in milliseconds, and how much is waited for. */
export interface ServeLimits {
  /** Milliseconds for the whole head of a request. */
  readonly headers: number;
  /** Milliseconds for anything to move on a connection, and for the next request on it. */
  readonly idle: number;
  /** Milliseconds for an answer to be taken, however slowly. */
  readonly whole: number;
  /** Connections at a time. */
  readonly connections: number;
}

/** Where it is served. */
export interface ServePlace {
  /** 0 takes any free one. */
  readonly port: number;
  /** Whether any other port will do where this one is in use. */
  readonly elsewhere?: boolean;
  /** An address of this machine, or a name of it. Default: what other machines do not reach. */
  readonly host?: string;
}

/** The port that is tried first where nobody names one: a link that was kept works again the next day. */
export const USUAL_PORT = 4620;

const LIMITS: ServeLimits = { headers: 5000, idle: 10_000, whole: 60_000, connections: 32 };
/** Limit on the head of a request; browsers send some hundreds of bytes. */
const MOST_HEADER_BYTES = 16_384;
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** Whether only this machine reaches it. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.includes(host) || /^127\.\d+\.\d+\.\d+$/.test(host);
}

export async function serve(site: Site, place: ServePlace, limits: ServeLimits = LIMITS): Promise<Serving> {
  const { port, elsewhere = false, host = 'localhost' } = place;
  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.headers,
      keepAliveTimeout: limits.idle,
      connectionsCheckingInterval: Math.ceil(limits.headers / 4),
      maxHeaderSize: MOST_HEADER_BYTES,
    },
    (request, response) => answer(request, response, site, host, limits),
  );
  server.maxConnections = limits.connections;
  // nobody listens for 'timeout': the connection is cut
  server.setTimeout(limits.idle);
  await listening(server, port, host).catch((fault) => {
    if (!elsewhere) throw fault;
    return listening(server, 0, host);
  });
  const { port: own } = server.address() as AddressInfo;
  // all addresses of the machine are none that a browser takes
  const name = host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host;
  return {
    url: `http://${name}:${own}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answer(request: IncomingMessage, response: ServerResponse, site: Site, host: string, { whole }: ServeLimits): Promise<void> {
  const { method, url = '', headers, socket } = request;
  const say = (status: number, text: string) => {
    // what it may still be sending is not waited for
    const type = { 'content-type': 'text/plain; charset=utf-8', 'content-security-policy': NOTHING };
    response.writeHead(status, { ...SAFE, ...type, connection: 'close' }).end(method === 'HEAD' ? undefined : `${text}\n`);
  };
  const asked = headers.host?.toLowerCase() ?? '';
  if (!isOwnName(asked, socket.localPort ?? 0, host)) return say(421, 'this page is for this machine only');
  if (headers.origin !== undefined && headers.origin !== `http://${asked}`) return say(403, 'other pages may not ask for this one');
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return say(405, 'there is only something to look at here');
  }
  const served = await site(url.split('?')[0]).catch(() => undefined);
  if (served === undefined) return say(404, 'there is nothing here; the page is at /');
  const { type, content, policy } = served;
  const length = Buffer.isBuffer(content) ? content.length : (await content.stat()).size;
  response.writeHead(200, { ...SAFE, 'content-type': type, 'content-length': length, 'content-security-policy': policy });
  const cut = setTimeout(() => socket.destroy(), whole).unref();
  response.once('close', () => clearTimeout(cut));
  send(response, content, method === 'HEAD' ? 0 : length);
}

function send(response: ServerResponse, content: Buffer | FileHandle, length: number): void {
  if (Buffer.isBuffer(content)) response.end(length === 0 ? undefined : content);
  else if (length === 0) void content.close().finally(() => response.end());
  // what ends early cuts the connection: half a file is not taken for a whole one
  else pipeline(content.createReadStream({ start: 0, end: length - 1 }), response, () => undefined);
}

/**
 * Names that others give to this machine's address are none of its own. Where other machines may come, they may do so
 * by its number too: nobody can make a number lead elsewhere.
 */
function isOwnName(asked: string, port: number, host: string): boolean {
  const [, name = '', given = '80'] = /^(\[[\da-f:.]+\]|[^:]*)(?::(\d+))?$/.exec(asked) ?? [];
  if (Number(given) !== port || name === '') return false;
  const bare = name.replace(/^\[(.*)\]$/, '$1');
  return LOOPBACK.includes(bare) || bare === host.toLowerCase() || (!isLoopback(host) && isIP(bare) !== 0);
}

const NOTHING = "default-src 'none'; frame-ancestors 'none'";

const SAFE: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  // with the one above: memory that the page and its workers share
  'cross-origin-embedder-policy': 'require-corp',
};

/** One page at one address. */
export function pageSite(address: string, html: string): Site {
  const page = { type: 'text/html; charset=utf-8', content: Buffer.from(html), policy: policyOf(html) };
  return async (path) => (path === address ? page : undefined);
}

/** What a page says of itself; one that says nothing may do nothing. */
export function policyOf(html: string): string {
  const own = /<meta http-equiv="Content-Security-Policy" content="([^"]*)"\s*\/?>/.exec(html)?.[1] ?? "default-src 'none'";
  return `${own}; frame-ancestors 'none'`;
}

function listening(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    // stays: a later fault, as of too many open files, must not end the command
    server.on('error', ({ code, message }: NodeJS.ErrnoException) => {
      const isUnknown = code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND' || code === 'EAI_AGAIN';
      const reason = code === 'EADDRINUSE' ? 'is in use' : code === 'EACCES' ? 'may not be used (permission denied)' : `fails: ${message}`;
      const other = `port ${port} ${reason}; choose another with --port, or any free one with --port 0`;
      reject(new InputError(isUnknown ? `--host ${host}: is no address of this machine` : other));
    });
    server.listen(port, host, resolve);
  });
}
