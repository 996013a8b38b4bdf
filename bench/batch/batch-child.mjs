// One contestant of the bench of batches, on the built package: `node batch-child.mjs WHAT SCENE FIRST LAST WORKERS`. Says "ready" when it is
// warm, begins when it is told to, and prints what it measured as one line of JSON.
import { PerformanceObserver } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';

const dist = (file) => import(new URL(`../../dist/${file}`, pathToFileURL(fileURLToPath(import.meta.url))).href);
const { Random, Scene } = await dist('index.js');
const { readRobotScene } = await dist('io/index.js');
const { files, threads } = await dist('node/index.js');
const { Batch } = await dist('batch/index.js');

const [what, file, first, last, workers] = process.argv.slice(2).map((text, i) => (i < 2 ? text : Number(text)));
const { robots, obstacles, self, ignore } = await readRobotScene(files(), file);
const scene = new Scene({ robots, obstacles, self, allowed: ignore });
const [robot] = robots;

/** Motions of the arm, each by its own number alone. */
function motion(i) {
  const random = new Random(`motion ${i}`);
  const from = robot.joints.map(({ limits: { lower = -3, upper = 3 } }) => lower + (upper - lower) * random.next());
  return [from, from.map((x) => x + 0.5 * (random.next() - 0.5))];
}

/** One path that goes on and on and touches nothing, with segments as long as the motions. */
function longPath(count) {
  const random = new Random('long');
  let at = [0, -1.5707963, 1.5707963, 0, 0, 0];
  const waypoints = [at];
  while (waypoints.length <= count) {
    const next = at.map((x, k) => {
      const { lower = -3, upper = 3 } = robot.joints[k].limits;
      return Math.max(lower, Math.min(upper, x + 0.5 * (random.next() - 0.5)));
    });
    if (scene.firstContact({ [robot.name]: robot.path([at, next]) }, { contacts: 'none' }).status !== 'free') continue;
    waypoints.push(next);
    at = next;
  }
  return { [robot.name]: robot.path(waypoints) };
}

const motions = function* (from, to) {
  for (let i = from; i < to; i++) yield { [robot.name]: robot.path(motion(i)) };
};

let collections = 0;
let pause = 0;
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) {
    collections++;
    pause += duration;
  }
}).observe({ entryTypes: ['gc'] });

const started = performance.now();
const batch = what === 'loop' || what === 'long-loop' ? null : new Batch({ scene, workers: threads(workers) });
batch?.warm();
let startUp = 0;
const counts = {};
const count = ({ status }) => {
  counts[status] = (counts[status] ?? 0) + 1;
};

async function ask(from, to, each) {
  if (batch === null) for (const one of motions(from, to)) each(scene.firstContact(one, { contacts: 'first' }));
  else
    for await (const { result } of batch.firstContacts(motions(from, to), { contacts: 'first' })) {
      startUp ||= performance.now() - started;
      each(result);
    }
}

const samples = [];
const memory = () => samples.push([Math.round(performance.now() - begin), Math.round(process.memoryUsage.rss() / 2 ** 20)]);
/** Motions, for each thread. */
const WARM = 4000;
let begin = 0;
let long = null;
if (what.startsWith('long')) {
  long = longPath(last);
  const few = { [robot.name]: robot.path(long[robot.name].waypoints.slice(0, 4001)) };
  if (batch === null) scene.firstContact(few);
  else for (let k = 0; k < 2; k++) await batch.firstContact(few);
} else await ask(-WARM * Math.max(1, workers), 0, () => {});
console.log('ready');
await new Promise((resolve) => createInterface(process.stdin).once('line', resolve));
begin = performance.now();
collections = pause = 0;
const cpu = process.cpuUsage();
memory();
const timer = setInterval(memory, 500);
if (long === null) {
  let seen = 0;
  await ask(first, last, (result) => {
    count(result);
    if (++seen % 2000 === 0) memory();
  });
} else count(batch === null ? scene.firstContact(long) : await batch.firstContact(long));
const milliseconds = performance.now() - begin;
clearInterval(timer);
memory();
const { user, system } = process.cpuUsage(cpu);
await batch?.close();
console.log(JSON.stringify({ milliseconds, processor: (user + system) / 1000, startUp, collections, pause, counts, samples }));
process.exit(0);
