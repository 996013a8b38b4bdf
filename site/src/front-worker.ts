// Answers for the front page: places of the post in, first contacts out.
import { InputError } from 'inbetween';
import { FrontCell, POST } from './front-cell.ts';

/** Questions until the code is compiled. */
const WARM = 10;

const folder = new URL('../examples/puma-cell/', import.meta.url);
const cell = FrontCell.read({
  async read(path) {
    const response = await fetch(new URL(path, folder));
    if (!response.ok) throw new InputError(`cannot be fetched: ${response.status}`, { file: path });
    return new Uint8Array(await response.arrayBuffer());
  },
});

/** Where the post is, as was said last. */
let place: readonly [number, number] = POST;
const answer = async () => postMessage((await cell).ask(...place).answer);

addEventListener('message', ({ data }: MessageEvent<[number, number]>) => {
  place = data;
  answer();
});

// Code is compiled by being asked: some questions that nobody waits for, between those that somebody asks.
await cell.then(async (one) => {
  for (let k = 1; k <= WARM; k++) {
    await new Promise((next) => setTimeout(next));
    one.ask(POST[0] + 0.02 * k, POST[1]);
  }
});
answer();
