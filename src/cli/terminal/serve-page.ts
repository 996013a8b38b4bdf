import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { InputError } from '../../index.ts';

/** A page on this machine only, until closed. */
export interface ServedPage {
  readonly url: string;
  close(): Promise<void>;
}

/** Port 0 takes any free one. */
export async function servePage(html: string, port: number): Promise<ServedPage> {
  const bytes = Buffer.from(html);
  const server = createServer((request, response) => {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || request.url?.split('?')[0] !== '/') {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('only the report is here: /\n');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': bytes.length, 'cache-control': 'no-store' });
    response.end(request.method === 'HEAD' ? undefined : bytes);
  });
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

function listening(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const reason = code === 'EADDRINUSE' ? 'is in use' : code === 'EACCES' ? 'may not be used (permission denied)' : `fails: ${message}`;
      reject(new InputError(`port ${port} ${reason}; choose another with --port, or any free one with --port 0`));
    });
    server.listen(port, 'localhost', resolve);
  });
}
