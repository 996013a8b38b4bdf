// A cluster on paper: workers that take chunks from a queue, some slow, some that die or stand still, one client that submits ahead and
// collects in the order of the job. Events in time, seeded; nothing of it runs for real.

import { Random } from '../../src/math/random.ts';

export interface ClusterModel {
  /** Chunks that are worked on at the same time at most: threads of all machines. */
  readonly workers: number;
  readonly chunks: number;
  /** Seconds of work in a chunk on an ordinary worker; how much that varies (standard deviation of its logarithm). */
  readonly seconds: number;
  readonly spread: number;
  /** Share of workers that are so many times slower. */
  readonly slow: number;
  readonly slowness: number;
  /** Hours after which a worker dies on average; it is back after so many seconds. */
  readonly hoursToDeath: number;
  readonly back: number;
  /** Share of chunks whose worker stands still for so many seconds. */
  readonly stalls: number;
  readonly stillFor: number;
  /** Seconds until a chunk whose worker says nothing any more is given to another: at least, and more at most. */
  readonly lock: number;
  readonly look: number;
  /** Seconds of the server for all it does for a chunk; one after the other. */
  readonly server: number;
  /** Chunks in the queue or being worked on, for each worker, beyond which the client submits no more. */
  readonly ahead: number;
  /** Answers that wait for their turn in the store, for each worker, beyond which the client submits no more. */
  readonly hold: number;
  readonly seed: string;
}

export interface ClusterRun {
  /** Seconds from the first chunk to the last answer. */
  readonly makespan: number;
  /** Seconds that all workers together would need if they never stood still, died or waited. */
  readonly ideal: number;
  /** Seconds from 99 of 100 answers to the last. */
  readonly tail: number;
  /** Chunks that were given out again, and those that were answered twice. */
  readonly again: number;
  readonly twice: number;
  /** Answers that waited for their turn at the client, at most. */
  readonly waiting: number;
  /** Share of the time in which the server was busy. */
  readonly busy: number;
}

type Event = { readonly time: number; readonly kind: 'ask' | 'done' | 'lost' | 'back'; readonly worker: number; readonly chunk: number };

/** Earliest first; of the same time, who came first. */
class EventQueue {
  private readonly heap: (Event & { readonly order: number })[] = [];
  private order = 0;

  get size(): number {
    return this.heap.length;
  }

  push(event: Event): void {
    const { heap } = this;
    let i = heap.push({ ...event, order: this.order++ }) - 1;
    while (i > 0) {
      const parent = (i - 1) >> 1;
      if (!before(heap[i], heap[parent])) break;
      [heap[i], heap[parent]] = [heap[parent], heap[i]];
      i = parent;
    }
  }

  pop(): Event {
    const { heap } = this;
    const top = heap[0];
    const last = heap.pop() as Event & { readonly order: number };
    if (heap.length === 0) return top;
    heap[0] = last;
    for (let i = 0; ; ) {
      let least = i;
      for (const child of [2 * i + 1, 2 * i + 2]) if (child < heap.length && before(heap[child], heap[least])) least = child;
      if (least === i) return top;
      [heap[i], heap[least]] = [heap[least], heap[i]];
      i = least;
    }
  }
}

function before(a: Event & { readonly order: number }, b: Event & { readonly order: number }): boolean {
  return a.time < b.time || (a.time === b.time && a.order < b.order);
}

/** Two uniform numbers as one of the bell curve. */
function normal(random: Random): number {
  return Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next());
}

export function simulateCluster(model: ClusterModel): ClusterRun {
  const { workers, chunks, seconds, spread, slow, slowness, hoursToDeath, back, stalls, stillFor, lock, look, server, ahead, hold } = model;
  const random = new Random(model.seed);
  const speeds = Float64Array.from({ length: workers }, () => (random.next() < slow ? 1 / slowness : Math.exp(0.1 * normal(random))));
  const work = Float64Array.from({ length: chunks }, () => seconds * Math.exp(spread * normal(random) - (spread * spread) / 2));
  const events = new EventQueue();
  const answered = new Uint8Array(chunks);
  const doneAt = new Float64Array(chunks).fill(Infinity);
  const free: number[] = [];
  /** Chunks that wait to be taken; those that are given out again come first. */
  const again: number[] = [];
  let submitted = 0;
  let collected = 0;
  let serverFree = 0;
  let serverBusy = 0;
  let [givenAgain, twice, answers, most] = [0, 0, 0, 0];
  let [last, atNinetyNine] = [0, 0];

  /** When the server has done its part. */
  const served = (time: number): number => {
    serverFree = Math.max(serverFree, time) + server / 2;
    serverBusy += server / 2;
    return serverFree;
  };
  const nextChunk = (): number => {
    while (again.length > 0) {
      const chunk = again.shift() as number;
      if (answered[chunk] === 0) return chunk;
    }
    const isRoom = submitted - answers < ahead * workers && answers - collected < hold * workers;
    return submitted < chunks && isRoom ? submitted++ : -1;
  };
  const give = (worker: number, chunk: number, now: number): void => {
    const begin = served(now);
    const takes = work[chunk] / speeds[worker];
    const death = -Math.log(1 - random.next()) * hoursToDeath * 3600;
    const isStill = random.next() < stalls;
    if (death < takes) {
      events.push({ time: begin + death + lock + look * random.next(), kind: 'lost', worker, chunk });
      events.push({ time: begin + death + back, kind: 'back', worker, chunk });
      return;
    }
    const still = isStill ? stillFor : 0;
    if (still > lock) events.push({ time: begin + takes * random.next() + lock + look * random.next(), kind: 'lost', worker, chunk });
    events.push({ time: begin + takes + still, kind: 'done', worker, chunk });
  };
  const dispatch = (now: number): void => {
    while (free.length > 0) {
      const chunk = nextChunk();
      if (chunk < 0) return;
      give(free.pop() as number, chunk, now);
    }
  };

  for (let worker = 0; worker < workers; worker++) events.push({ time: 0, kind: 'ask', worker, chunk: -1 });
  while (answers < chunks && events.size > 0) {
    const { time, kind, worker, chunk } = events.pop();
    if (kind === 'lost') {
      if (answered[chunk] === 0) {
        again.push(chunk);
        givenAgain++;
      }
    } else {
      if (kind === 'done') {
        const stored = served(time);
        if (answered[chunk] === 1) twice++;
        else {
          answered[chunk] = 1;
          doneAt[chunk] = stored;
          answers++;
          last = stored;
          if (answers === Math.ceil(0.99 * chunks)) atNinetyNine = stored;
          while (collected < chunks && answered[collected] === 1) collected++;
          most = Math.max(most, answers - collected);
        }
      }
      free.push(worker);
    }
    dispatch(time);
  }
  const speed = speeds.reduce((sum, one) => sum + one, 0);
  const ideal = work.reduce((sum, one) => sum + one, 0) / speed;
  return { makespan: last, ideal, tail: last - atNinetyNine, again: givenAgain, twice, waiting: most, busy: serverBusy / last };
}
