/**
 * Numbers of a run for whoever watches, at /metrics: on this machine only unless the person names another address.
 * Pages in a browser of this machine can send requests too: names of theirs that lead here are refused by Host,
 * requests that they make by Origin.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, isIP } from 'node:net';
import { InputError } from '../../index.ts';
import { METRICS_TYPE } from '../../node/job/run/metrics-text.ts';
import type { MetricsAddress } from './batch-options.ts';

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Milliseconds for the head of a request, and connections at a time. */
const HEAD_MILLISECONDS = 5000;
const CONNECTIONS = 16;
const LOOPBACK: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

export async function serveMetrics({ host, port }: MetricsAddress, text: () => string): Promise<MetricsServer> {
  const isLocal = LOOPBACK.includes(host) || host === '::1';
  const limits = { headersTimeout: HEAD_MILLISECONDS, requestTimeout: HEAD_MILLISECONDS, maxHeaderSize: 16_384 };
  const server = createServer(limits, (request, response) => answer(request, response, isLocal, text));
  server.maxConnections = CONNECTIONS;
  server.setTimeout(2 * HEAD_MILLISECONDS);
  await listening(server, host, port);
  // a job that is done does not wait for who watches it
  server.unref();
  const { port: own } = server.address() as AddressInfo;
  return {
    url: `http://${isIP(host) === 6 ? `[${host}]` : host}:${own}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer({ method, url, headers, socket }: IncomingMessage, response: ServerResponse, isLocal: boolean, text: () => string): void {
  const say = (status: number, content: string, type = 'text/plain; charset=utf-8') => {
    const safe = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'content-type': type };
    response.writeHead(status, { ...safe, connection: 'close' }).end(method === 'HEAD' ? undefined : content);
  };
  const name = (headers.host ?? '').toLowerCase().replace(new RegExp(`:${socket.localPort}$`), '');
  if (isLocal && !LOOPBACK.includes(name)) say(421, 'these numbers are for this machine only\n');
  else if (headers.origin !== undefined) say(403, 'pages may not ask for these numbers\n');
  else if ((method !== 'GET' && method !== 'HEAD') || url?.split('?')[0] !== '/metrics') say(404, 'only /metrics is here\n');
  else say(200, text(), METRICS_TYPE);
}

function listening(server: Server, host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason =
        code === 'EADDRINUSE'
          ? 'is in use'
          : code === 'EACCES'
            ? 'may not be used (permission denied)'
            : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
              ? 'is no address of this machine'
              : `fails: ${message}`;
      reject(new InputError(`--metrics ${host}:${port} ${reason}; choose another port, or any free one with 0`));
    });
    server.listen(port, host === '[::1]' ? '::1' : host, resolve);
  });
}
