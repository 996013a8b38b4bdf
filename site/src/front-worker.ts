// Answers for the front page: places of the post in, first contacts out.
import { InputError } from 'inbetween';
import { FrontCell, POST } from './front-cell.ts';

const folder = new URL('../examples/puma-cell/', import.meta.url);
const cell = FrontCell.read({
  async read(path) {
    const response = await fetch(new URL(path, folder));
    if (!response.ok) throw new InputError(`cannot be fetched: ${response.status}`, { file: path });
    return new Uint8Array(await response.arrayBuffer());
  },
});

// trees are built and code is compiled by the first question: nobody waits for these
const warm = cell.then((one) => one.ask(...POST));

addEventListener('message', async ({ data: [x, y] }: MessageEvent<[number, number]>) => {
  await warm;
  postMessage((await cell).ask(x, y).answer);
});
