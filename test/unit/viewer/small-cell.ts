/** A cell that is answered in no time: a bar that turns about an upright axis, a post in its way, and a wall out of it. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Asker, type AskerPort } from '../../../viewer/src/ask/asker.ts';
import { Asking } from '../../../viewer/src/ask/asking.ts';
import type { ToAsker } from '../../../viewer/src/ask/protocol.ts';
import type { Source } from '../../../viewer/src/source/opened.ts';

const URDF = `<robot name="bar"><link name="base"/><link name="arm"><collision><origin xyz="0.5 0 0"/><geometry><box size="1 0.05 0.05"/></geometry></collision></link>
<joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/><limit lower="-3" upper="3" effort="1" velocity="1"/></joint></robot>`;

function cell(name: string, post: readonly number[]): string {
  return JSON.stringify({
    format: 'inbetween-cell/1',
    name,
    robot: { urdf: 'bar.urdf' },
    obstacles: [
      { name: 'post', box: [0.1, 0.1, 0.5], pose: { position: post } },
      { name: 'wall', box: [0.1, 1, 0.5], pose: { position: [-1.5, 0, 0] } },
    ],
    path: 'across.csv',
  });
}

export const FILES: Readonly<Record<string, string>> = {
  'bar.urdf': URDF,
  'cell.json': cell('post', [0.4, 0.6, 0]),
  'other.json': cell('other', [0.1, 0.7, 0]),
  'across.csv': 'turn\n0\n2\n',
  'back.csv': 'turn\n0\n-1\n',
};

export const CELL: Source = { kind: 'address', main: 'cell.json', path: 'across.csv', more: ['back.csv'] };
export const OTHER: Source = { kind: 'address', main: 'other.json', path: 'across.csv', more: ['back.csv'] };

/** The files on a server of their own; `page`: its address. */
export async function servedCell(): Promise<{ readonly page: string; readonly server: Server }> {
  const server = createServer(({ url = '' }, response) => {
    const text = FILES[url.slice(1)];
    response.writeHead(text === undefined ? 404 : 200).end(text);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { page: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

/** Asks in the same program, message by message as a worker does. */
export function ownAsker(source: Source, page: string): Asker {
  return new Asker(source, () => {
    let isEnded = false;
    const port: AskerPort = {
      onmessage: null,
      onerror: null,
      postMessage: (message: ToAsker) => void asking.take(message.kind === 'open' ? { ...message, page } : structuredClone(message)),
      terminate: () => {
        isEnded = true;
      },
    };
    const asking = new Asking((data) => {
      if (!isEnded) port.onmessage?.({ data: structuredClone(data) });
    });
    return port;
  });
}
