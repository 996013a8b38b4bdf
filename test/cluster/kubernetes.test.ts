/** The rules of the Kubernetes example: a Job whose pods end, each on a host of its own, is started again exactly where that helps. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TRY_AGAIN } from '../../src/words/exit-code.ts';
import type { ClientSettings } from '../reliability/queues/client-program.ts';
import { bundlePrograms, type Programs, Running } from '../reliability/queues/trial-programs.ts';
import { noRedis, startRedis, type TestServer } from '../support/servers.ts';
import { until } from '../support/until.ts';
import { CUBE_OBJ, SMALL_SCENE, temporaryFolder } from '../unit/cli/query/small-scene.ts';

const ROOT = join(import.meta.dirname, '../..');
const ITEMS = 3000;
const KEY = 'a key that both sides have';
const canUnshare = spawnSync('unshare', ['-u', '-p', '-f', '--mount-proc', 'true']).status === 0;
const why = noRedis ?? (canUnshare ? undefined : 'no hosts of its own here (unshare)');

/** Whether Kubernetes starts a pod again that ended so; a signal is 128 and its number there. */
function isStartedAgain(code: number | NodeJS.Signals): boolean {
  const rules = readFileSync(join(ROOT, 'examples/cluster/kubernetes.yaml'), 'utf8');
  const values = /onExitCodes: \{ containerName: client, operator: In, values: \[([\d, ]+)\] \}/.exec(rules)?.[1].split(',').map(Number);
  expect(values).toBeDefined();
  return code !== 0 && !values?.includes(code === 'SIGKILL' ? 137 : Number(code));
}

it('what only a person can change ends the Job, all else is tried again', () => {
  for (const code of [1, 2, 3, 70, 76]) expect(isStartedAgain(code)).toBe(false);
  for (const code of [75, 137, 143] as const) expect(isStartedAgain(code)).toBe(true);
  expect(isStartedAgain('SIGKILL')).toBe(true);
});

describe.skipIf(why !== undefined)(why ?? 'a Job', () => {
  const folder = temporaryFolder();
  let programs: Programs;
  let server: TestServer;
  const running: Running[] = [];
  beforeAll(async () => {
    programs = await bundlePrograms(ROOT);
    server = await startRedis();
    folder.write('cube.obj', CUBE_OBJ);
    folder.write('key', KEY);
    const queries = Array.from({ length: ITEMS }, (_, id) => ({ ...SMALL_SCENE.queries[id % 3], id, t1: [-1, 0.3 + id / ITEMS, 0.2] }));
    folder.write('many.json', { ...SMALL_SCENE, queries });
  });
  afterAll(async () => {
    for (const one of running) {
      one.signal('SIGKILL');
      await one.ended;
    }
    await server?.stop();
    programs?.remove();
    folder.remove();
  });

  const settings = (out: string, queued = true): ClientSettings => ({
    ...{ job: folder.path('many.json'), out: folder.path(out), chunkWork: 3000 },
    ...(queued ? { namespace: 'pods', keyFile: folder.path('key') } : {}),
  });
  const started = (program: string, args: readonly string[], host: string, url = server.url): Running => {
    const one = new Running(program, args, { INBETWEEN_QUEUE: url }, host);
    running.push(one);
    return one;
  };
  const pod = (host: string): Running => started(programs.client, [JSON.stringify(settings('results.jsonl'))], host);

  it('goes on from pod to pod to the results of an undisturbed run, whatever their hosts are called', async () => {
    const alone = started(programs.client, [JSON.stringify(settings('wanted.jsonl', false))], 'alone', '');
    expect(await alone.ended).toBe(1);

    // before the queue is there
    const out = folder.path('results.jsonl');
    const batch = [
      'batch',
      folder.path('many.json'),
      '--out',
      out,
      '--patience',
      '1s',
      '--key-file',
      folder.path('key'),
      '--namespace',
      'pods',
    ];
    const early = started(programs.command, batch, 'pod-0', 'redis://127.0.0.1:1');
    const first = await early.ended;
    expect(first).toBe(TRY_AGAIN);
    expect(isStartedAgain(first)).toBe(true);
    expect(existsSync(`${out}.lock`)).toBe(false);

    // killed in the middle, its lock left behind
    const killed = pod('pod-1');
    await until(() => killed.said(/submitting/));
    const worker = ['worker', '--threads', '1', '--lock', '2', '--namespace', 'pods', '--key-file', folder.path('key')];
    started(programs.command, worker, 'worker-0');
    await until(() => existsSync(`${out}.journal`) && readFileSync(`${out}.journal`, 'utf8').split('\n').length > 2);
    killed.signal('SIGKILL');
    const second = await killed.ended;
    expect(isStartedAgain(second)).toBe(true);
    expect(JSON.parse(readFileSync(`${out}.lock`, 'utf8')).host).toBe('pod-1');

    const next = pod('pod-2');
    await until(() => next.said(/of a run on pod-1 .*watching for 30 s/) || next.code !== undefined);
    const last = await next.ended;
    expect(next.lines.join('\n')).toMatch(/going on after [\d,]+ items/);
    expect(last).toBe(1);
    expect(isStartedAgain(last)).toBe(false);
    expect(readFileSync(out, 'utf8')).toBe(readFileSync(folder.path('wanted.jsonl'), 'utf8'));
    expect(existsSync(`${out}.lock`)).toBe(false);
  });
});
