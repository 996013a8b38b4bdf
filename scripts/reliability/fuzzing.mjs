// The parent of the fuzzer: hands cases to a child that may hang or die, tells what it found, and makes the case smaller.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';

/** Heap of the child, in megabytes: what needs more for a file of 200 kB or a scene of a few triangles is a fault. */
const HEAP_MEGABYTES = 768;
const DEAD_LETTERS = 400;
/** How often a child is looked at. */
const LOOK_MILLISECONDS = 250;
/** A busy machine makes the clock run ahead of the processor; one that waits for nothing but itself hangs after so many limits. */
const IDLE = 10;

/** One child at a time, started anew when it was killed or has died. */
export class Child {
  constructor(program, limitSeconds) {
    this.program = program;
    this.limit = limitSeconds;
    this.process = null;
    this.waiting = null;
  }

  /**
   * Sends a command and gives its lines to `take` until that answers true. Resolves to null, or to what went wrong: nothing heard for so
   * many seconds of its processor time, or the end of the process.
   */
  async tell(command, take) {
    if (this.process === null) await this.start();
    return new Promise((resolve) => {
      let since = this.spent();
      let isLate = false;
      const watch = setInterval(async () => {
        const { processor, wall, isIdle } = this.spent();
        if (!isIdle) since = { ...since, wall };
        const wasLate = isLate;
        isLate = processor - since.processor >= this.limit || wall - since.wall >= IDLE * this.limit;
        // what it has said is read before the next look: this process may have been late itself
        if (!isLate || !wasLate) return;
        clearInterval(watch);
        this.waiting = null;
        await this.stop();
        end({ what: 'hang', message: `not done in ${this.limit} s` });
      }, LOOK_MILLISECONDS);
      const end = (wrong) => {
        clearInterval(watch);
        this.waiting = null;
        resolve(wrong);
      };
      this.waiting = {
        line: (line) => {
          since = this.spent();
          isLate = false;
          if (take(JSON.parse(line))) end(null);
        },
        death: (message) => {
          this.process = null;
          end({ what: 'death', message });
        },
      };
      this.process.stdin.write(`${JSON.stringify(command)}\n`);
    });
  }

  /**
   * Seconds of the child's processor and of the clock, and whether it sleeps, instead of waiting for its turn or the disk; where that is
   * not told, the clock counts for all.
   */
  spent() {
    const wall = performance.now() / 1000;
    try {
      // state, the 3rd field, utime and stime, the 14th and 15th, in hundredths; the 2nd is a name in brackets that may hold blanks
      const fields = readFileSync(`/proc/${this.process?.pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ');
      return { wall, processor: (Number(fields[11]) + Number(fields[12])) / 100, isIdle: !['R', 'D'].includes(fields[0]) };
    } catch {
      return { wall, processor: wall, isIdle: true };
    }
  }

  /** Starting has no limit: a busy machine takes its time. */
  async start() {
    const child = spawn(process.execPath, [`--max-old-space-size=${HEAP_MEGABYTES}`, this.program], { stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said = (said + text).slice(-20_000);
    });
    child.stdin.on('error', () => {}); // it died; its end says so
    const ready = new Promise((resolve, reject) => {
      createInterface({ input: child.stdout }).on('line', (line) => {
        if (JSON.parse(line).ready) resolve();
        else this.waiting?.line(line);
      });
      child.once('close', () => reject(new Error(`the child did not start: ${said.slice(0, DEAD_LETTERS)}`)));
    });
    ready.catch(() => {});
    child.on('close', (code, signal) => {
      if (this.process !== child) return;
      const reason = /FATAL ERROR: (.*)|(\w*Error: .*)/.exec(said)?.[0] ?? said.slice(0, DEAD_LETTERS);
      this.waiting?.death(`the process ended (${signal ?? code}): ${reason.trim()}`);
    });
    this.process = child;
    await ready;
  }

  async stop() {
    const child = this.process;
    this.process = null;
    if (child === null || child.exitCode !== null) return;
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGKILL');
    await closed;
  }
}

export async function kindsOf(program) {
  const child = new Child(program, 60);
  let kinds = [];
  const wrong = await child.tell({ do: 'kinds' }, (line) => {
    kinds = line.kinds;
    return true;
  });
  await child.stop();
  if (wrong !== null) throw new Error(wrong.message);
  return kinds;
}

/**
 * Asks the kinds in turn, for so many seconds each or so many cases each. Tells rows of the table and the faults, one of each signature, with the
 * case made smaller.
 */
export async function fuzz({
  program,
  kinds,
  seed,
  secondsEach = Infinity,
  casesEach = Infinity,
  limitSeconds = 20,
  slice = 2,
  tell = () => {},
}) {
  const child = new Child(program, limitSeconds);
  const rows = kinds.map((kind) => ({ kind, next: 0, seconds: 0, answered: 0, refused: 0, slowest: 0, bytes: 0, faults: 0 }));
  const faults = [];
  const isOpen = (row) => row.seconds < secondsEach && row.next < casesEach;
  try {
    while (rows.some(isOpen)) {
      for (const row of rows.filter(isOpen)) {
        await askSlice(child, row, { seed, casesEach, milliseconds: 1000 * Math.min(slice, secondsEach - row.seconds) }, faults);
        tell(rows, faults);
      }
    }
    for (const fault of faults) await shrink(child, fault);
  } finally {
    await child.stop();
  }
  return { rows, faults };
}

async function askSlice(child, row, { seed, casesEach, milliseconds }, faults) {
  const start = performance.now();
  let index = row.next;
  const note = (fault, signature, text) => {
    row.faults++;
    const known = faults.find((other) => other.kind === row.kind && other.signature === signature);
    if (known === undefined) faults.push({ kind: row.kind, seed, index, fault, signature, text, times: 1 });
    else known.times++;
  };
  const count = Math.min(casesEach - row.next, 1e9);
  const wrong = await child.tell({ do: 'ask', kind: row.kind, seed, first: row.next, count, milliseconds }, (line) => {
    if (line.index !== undefined) index = line.index;
    if (line.fault !== undefined) note(line.fault, line.signature, line.text);
    if (line.done === undefined) return false;
    const { next, answered, refused, slowest, bytes } = line.done;
    row.next = next;
    row.answered += answered;
    row.refused += refused;
    row.slowest = Math.max(row.slowest, slowest);
    row.bytes = Math.max(row.bytes, bytes);
    return true;
  });
  if (wrong !== null) {
    let text = '';
    await child.tell({ do: 'make', kind: row.kind, seed, index }, (line) => {
      text = line.text;
      return true;
    });
    note(wrong, wrong.what, text);
    row.next = index + 1;
  }
  row.seconds += (performance.now() - start) / 1000;
}

const TRIES = 3000;
/** A hang costs its limit at each try: few of them, with a quarter of the limit, because half a file takes half as long or less. */
const HANGING_TRIES = 12;
const HANGING_SHARE = 1 / 4;

async function shrink(child, fault) {
  const { kind, text } = fault;
  // it was making the case that failed
  if (text === '') return;
  if (fault.fault.what === 'hang' || fault.fault.what === 'death') {
    const { limit } = child;
    child.limit = HANGING_SHARE * limit;
    fault.text = await halved(child, kind, text);
    child.limit = limit;
    return;
  }
  await child.tell({ do: 'minimise', kind, text, tries: TRIES }, (line) => {
    if (line.text !== undefined) fault.text = line.text;
    return line.text !== undefined;
  });
}

/** Of a file, without its halves, quarters, … as long as it still hangs or dies; anything else stays as it is. */
async function halved(child, kind, text) {
  let best = JSON.parse(text);
  if (typeof best.content !== 'string') return text;
  let tries = 0;
  for (let size = Math.floor(best.content.length / 2); size >= 1 && tries < HANGING_TRIES; size = Math.floor(size / 2)) {
    for (let from = 0; from < best.content.length && tries < HANGING_TRIES; ) {
      const smaller = { ...best, content: best.content.slice(0, from) + best.content.slice(from + size) };
      tries++;
      const wrong = await child.tell({ do: 'one', kind, text: JSON.stringify(smaller) }, () => true);
      if (wrong !== null) best = smaller;
      else from += size;
    }
  }
  return JSON.stringify(best, null, 1);
}

/** Asks cases that were faults once; resolves to what is still wrong with each, or null. */
export async function replay(program, cases, limitSeconds = 60) {
  const child = new Child(program, limitSeconds);
  const found = [];
  for (const { kind, text } of cases) {
    let fault = null;
    const wrong = await child.tell({ do: 'one', kind, text }, (line) => {
      if (line.unknown !== undefined) fault = { what: 'unknown', message: `no kind ${line.unknown}` };
      else if (line.verdict.fate === 'fault') fault = line.verdict.fault;
      return true;
    });
    found.push(wrong ?? fault);
  }
  await child.stop();
  return found;
}
