import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InputError } from '../../index.ts';

// One page, for a browser on this machine. Other pages in that browser can send requests here too: a name of theirs
// that leads to this machine is refused by Host, a request that they make by Origin, and what they embed is not shown
// to them. Whoever connects and sends or takes nothing is cut off.

/** A page on this machine only, until closed. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** How long, in milliseconds, and how much is waited for. */
export interface ServeLimits {
  /** For the whole head of a request. */
  readonly headers: number;
  /** For anything to move on a connection, and for the next request on it. */
  readonly idle: number;
  /** For the page to be taken, however slowly. */
  readonly whole: number;
  /** Connections at a time. */
  readonly connections: number;
}

const LIMITS: ServeLimits = { headers: 5000, idle: 10_000, whole: 60_000, connections: 32 };
/** Of the head of a request; browsers send some hundreds. */
const MOST_HEADER_BYTES = 16_384;

/** Port 0 takes any free one. */
export async function servePage(html: string, port: number, limits: ServeLimits = LIMITS): Promise<ServedPage> {
  const bytes = Buffer.from(html);
  const policy = `${policyOf(html)}; frame-ancestors 'none'`;
  const server = createServer(
    {
      headersTimeout: limits.headers,
      requestTimeout: limits.headers,
      keepAliveTimeout: limits.idle,
      connectionsCheckingInterval: Math.ceil(limits.headers / 4),
      maxHeaderSize: MOST_HEADER_BYTES,
    },
    (request, response) => answer(request, response, bytes, policy, limits),
  );
  server.maxConnections = limits.connections;
  // nobody listens for 'timeout': the connection is cut
  server.setTimeout(limits.idle);
  await listening(server, port);
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(request: IncomingMessage, response: ServerResponse, page: Buffer, policy: string, { whole }: ServeLimits): void {
  const { method, url, headers } = request;
  const say = (status: number, text: string) => {
    // what it may still be sending is not waited for
    response.writeHead(status, { ...SAFE, 'content-type': 'text/plain; charset=utf-8', connection: 'close' }).end(`${text}\n`);
  };
  const hosts = ['localhost', '127.0.0.1', '[::1]'].map((name) => `${name}:${request.socket.localPort}`);
  const host = headers.host?.toLowerCase() ?? '';
  if (!hosts.includes(host) && !(request.socket.localPort === 80 && hosts.includes(`${host}:80`))) {
    say(421, 'this page is for this machine only');
  } else if (headers.origin !== undefined && headers.origin !== `http://${host}`) {
    say(403, 'other pages may not ask for this one');
  } else if ((method !== 'GET' && method !== 'HEAD') || url?.split('?')[0] !== '/') {
    say(404, 'only the report is here: /');
  } else {
    response.writeHead(200, {
      ...SAFE,
      'content-type': 'text/html; charset=utf-8',
      'content-length': page.length,
      'content-security-policy': policy,
    });
    const { socket } = request;
    const cut = setTimeout(() => socket.destroy(), whole).unref();
    response.once('close', () => clearTimeout(cut));
    response.end(method === 'HEAD' ? undefined : page);
  }
}

const SAFE: Readonly<Record<string, string>> = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
};

/** What the page says of itself; one that says nothing may do nothing. */
function policyOf(html: string): string {
  return /<meta http-equiv="Content-Security-Policy" content="([^"]*)">/.exec(html)?.[1] ?? "default-src 'none'";
}

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === 'EADDRINUSE' ? 'is in use' : code === 'EACCES' ? 'may not be used (permission denied)' : `fails: ${message}`;
      reject(new InputError(`port ${port} ${reason}; choose another with --port, or any free one with --port 0`));
    });
    server.listen(port, 'localhost', resolve);
  });
}
