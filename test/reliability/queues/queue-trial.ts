/**
 * Jobs on a queue while everything goes wrong that may: workers killed and stopped, connections cut, the server restarted,
 * crashed and full, the client killed and started again, both started before the server. Guarantee that is tried: every line
 * comes out, as one thread without a queue writes it.
 */
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Random } from '../../../src/math/random.ts';
import { until } from '../../support/until.ts';
import type { ClientSettings } from './client-program.ts';
import { bundlePrograms, type Programs, Running } from './trial-programs.ts';
import { type ServerKind, type TroubledServer, troubledServer } from './troubled-server.ts';

export interface TrialWishes {
  readonly root: string;
  readonly kind: ServerKind;
  readonly jobs: number;
  readonly seed: string;
  /** Motions of a job. */
  readonly items: number;
  readonly onLine: (line: string) => void;
}

export interface TrialResult {
  readonly jobs: number;
  readonly lines: number;
  readonly lost: number;
  readonly differing: number;
  /** What went wrong on purpose, by name, while the job was at work. */
  readonly troubles: Readonly<Record<string, number>>;
  /** What should not have happened: programs that ended by themselves, wrong exit codes. */
  readonly faults: readonly string[];
}

const KEY = 'a key of client and workers, for trials';
/** So small that a chunk takes some tenths of a second. */
const CHUNK_WORK = 4000;
/** Seconds after which a chunk goes to another worker. */
const LOCK = 2;
const WORKERS = 2;

export async function queueTrials(wishes: TrialWishes): Promise<TrialResult> {
  const { root, kind, jobs, seed, items, onLine } = wishes;
  const programs = await bundlePrograms(root);
  const server = await troubledServer(kind);
  const random = new Random(seed);
  const total = { jobs, lines: 0, lost: 0, differing: 0, troubles: {} as Record<string, number>, faults: [] as string[] };
  try {
    const job = writeJob(root, programs.folder, items, random);
    const wanted = await undisturbed(programs, job);
    for (let i = 0; i < jobs; i++) {
      const trial = new Trial(programs, server, job, `trial_${i}`, random);
      const { lines, code } = await trial.run();
      const lost = wanted.lines.length - lines.length;
      const differing = lines.filter((line, k) => line !== wanted.lines[k]).length;
      total.lines += lines.length;
      total.lost += Math.abs(lost);
      total.differing += differing;
      for (const name of trial.troubles) total.troubles[name] = (total.troubles[name] ?? 0) + 1;
      if (code !== wanted.code) total.faults.push(`job ${i} ended with ${code}, not ${wanted.code}`);
      total.faults.push(...trial.faults.map((fault) => `job ${i}: ${fault}`));
      onLine(`${kind}, job ${i}: ${lines.length} lines, ${lost} lost, ${differing} differing; ${trial.troubles.join(', ')}`);
    }
    return total;
  } finally {
    await server.stop();
    programs.remove();
  }
}

/** Motions of the example's robot, some of which hit; the least distance is asked for too, so that they take a while. */
function writeJob(root: string, folder: string, items: number, random: Random): string {
  cpSync(join(root, 'examples/puma-cell'), join(folder, 'cell'), { recursive: true });
  // without the workpiece, which is taken at a waypoint: single motions have none
  const cell = join(folder, 'cell/cell.json');
  writeFileSync(cell, readFileSync(cell, 'utf8').replace(/"bodies": \[.*?\n {2}\],\n/s, ''));
  const rows = Array.from({ length: items }, () => Array.from({ length: 12 }, () => random.range(-1.2, 1.2).toFixed(6)).join(','));
  writeFileSync(join(folder, 'motions.csv'), `${rows.join('\n')}\n`);
  const job = { format: 'inbetween-job/1', name: 'trial', cell: 'cell/cell.json', motions: 'motions.csv', margin: true, limits: 'ignore' };
  const file = join(folder, 'job.json');
  writeFileSync(file, JSON.stringify(job));
  writeFileSync(join(folder, 'key'), `${KEY}\n`);
  return file;
}

async function undisturbed({ client, folder }: Programs, job: string): Promise<{ lines: readonly string[]; code: unknown }> {
  const out = join(folder, 'wanted.jsonl');
  const settings: ClientSettings = { job, out, chunkWork: CHUNK_WORK };
  const running = new Running(client, [JSON.stringify(settings)], { INBETWEEN_QUEUE: '' });
  const code = await running.ended;
  if (code !== 0 && code !== 1) throw new Error(`the job cannot be run at all: ${running.lines.join('\n')}`);
  return { lines: linesIn(out), code };
}

class Trial {
  private readonly programs: Programs;
  private readonly server: TroubledServer;
  private readonly namespace: string;
  private readonly random: Random;
  private readonly settings: ClientSettings;
  private workers: Running[] = [];
  private client: Running | undefined;
  /** Those that are over. */
  private readonly past: Running[] = [];
  readonly troubles: string[] = [];
  readonly faults: string[] = [];

  constructor(programs: Programs, server: TroubledServer, job: string, namespace: string, random: Random) {
    this.programs = programs;
    this.server = server;
    this.namespace = namespace;
    this.random = random;
    const { folder } = programs;
    this.settings = { job, out: join(folder, `${namespace}.jsonl`), namespace, keyFile: join(folder, 'key'), chunkWork: CHUNK_WORK };
  }

  async run(): Promise<{ readonly lines: readonly string[]; readonly code: unknown }> {
    try {
      await this.begin();
      for (const [name, make] of this.shuffled()) {
        // one more chunk is answered between any two of them
        const before = this.answered();
        await until(() => this.answered() > before || this.isOver());
        if (this.isOver()) break;
        await make();
        this.troubles.push(name);
      }
      const code = await (this.client as Running).ended;
      for (const worker of this.workers)
        if (worker.code !== undefined) this.faults.push(`a worker ended with ${worker.code}: ${worker.lines.at(-1)}`);
      return { lines: linesIn(this.settings.out), code };
    } finally {
      for (const running of [...this.workers, ...(this.client === undefined ? [] : [this.client])]) {
        running.signal('SIGKILL');
        await running.ended;
      }
    }
  }

  private async begin(): Promise<void> {
    const start = (): void => {
      this.workers = Array.from({ length: WORKERS }, () => this.worker());
      this.client = this.newClient();
    };
    if (this.random.next() < 0.5) {
      start();
      return;
    }
    await this.server.restart('gently', async () => {
      start();
      await until(() => [...this.workers, this.client as Running].every((running) => running.said(/waiting for it/)));
    });
    this.troubles.push('started before the server');
  }

  /** In another order every time. */
  private shuffled(): readonly (readonly [string, () => Promise<void>])[] {
    const all: (readonly [string, () => Promise<void>])[] = [
      ['worker killed', () => this.killWorker()],
      ['worker stopped', () => this.stopWorker()],
      ['cut', () => this.server.cut()],
      ['cut', () => this.server.cut()],
      ['restart', () => this.server.restart('gently')],
      ['crash', () => this.server.restart('crash', () => pause(300))],
      ['full', () => this.full()],
      ['client killed', () => this.killClient()],
      ['cut', () => this.server.cut()],
    ];
    return all
      .map((one) => [this.random.next(), one] as const)
      .sort(([a], [b]) => a - b)
      .map(([, one]) => one);
  }

  private isOver(): boolean {
    return this.client?.code !== undefined;
  }

  /** Chunks, by whomever. */
  private answered(): number {
    return [...this.past, ...this.workers].reduce((sum, { lines }) => sum + lines.filter((line) => line.includes('"answered"')).length, 0);
  }

  private async killWorker(): Promise<void> {
    const worker = this.workers.shift() as Running;
    worker.signal('SIGKILL');
    await worker.ended;
    this.past.push(worker);
    this.workers.push(this.worker());
  }

  private async stopWorker(): Promise<void> {
    const [worker] = this.workers;
    worker.signal('SIGSTOP');
    // longer than its chunks are its own
    await pause(1500 * LOCK);
    worker.signal('SIGCONT');
  }

  private async full(): Promise<void> {
    await this.server.fill(this.namespace, true);
    await Promise.race([
      until(() => [...this.workers, this.client as Running].some((running) => running.said(/no memory left|is full/))),
      pause(4000),
    ]);
    await this.server.fill(this.namespace, false);
  }

  private async killClient(): Promise<void> {
    const client = this.client as Running;
    client.signal('SIGKILL');
    await client.ended;
    this.client = this.newClient();
  }

  private newClient(): Running {
    return new Running(this.programs.client, [JSON.stringify(this.settings)], { INBETWEEN_QUEUE: this.server.url });
  }

  private worker(): Running {
    const { keyFile = '' } = this.settings;
    const args = ['worker', '--json', '--threads', '1', '--lock', String(LOCK), '--namespace', this.namespace, '--key-file', keyFile];
    return new Running(this.programs.command, args, { INBETWEEN_QUEUE: this.server.url });
  }
}

function linesIn(file: string): readonly string[] {
  return existsSync(file) ? readFileSync(file, 'utf8').trimEnd().split('\n') : [];
}
