import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';
import { FIREFOX_SETTINGS } from '../../scripts/reliability/engines.mjs';

/** A Firefox that is driven by Marionette, its own protocol: `length:[0, number, command, parameters]` over a socket. */
export interface Firefox {
  /** Version as it tells it. */
  readonly version: string;
  open(address: string): Promise<void>;
  /** The body of a function; what it returns has to survive JSON. */
  run(script: string): Promise<unknown>;
  /** The same in the browser itself, where its console is. */
  runInside(script: string): Promise<unknown>;
  close(): Promise<void>;
}

/** Any port, which it writes into the profile. */
const MARIONETTE_SETTINGS = [
  ['marionette.port', 0],
  ['remote.prefs.recommended', true],
] as const;

/** `draws`: whether it has WebGL, in software. */
export async function startedFirefox(program: string, draws = true): Promise<Firefox> {
  const profile = mkdtempSync(join(tmpdir(), 'inbetween-firefox-'));
  const drawing = [draws ? 'webgl.force-enabled' : 'webgl.disabled', true] as const;
  const lines = [...FIREFOX_SETTINGS, ...MARIONETTE_SETTINGS, drawing].map(
    ([key, value]) => `user_pref(${JSON.stringify(key)}, ${JSON.stringify(value)});\n`,
  );
  writeFileSync(join(profile, 'user.js'), lines.join(''));
  // a group of its own: browsers have children
  const browser = spawn(program, ['--headless', '--no-remote', '--marionette', '--remote-allow-system-access', '--profile', profile], {
    stdio: 'ignore',
    detached: true,
  });
  const gone = new Promise<never>((_, reject) => {
    browser.once('error', reject);
    browser.once('close', (code) => reject(new Error(`Firefox ended with ${code}`)));
  });
  gone.catch(() => {});
  const socket = await Promise.race([connected(await Promise.race([portIn(profile), gone])), gone]);
  const talk = new Talk(socket);
  const { capabilities } = (await talk.ask('WebDriver:NewSession', {})) as { capabilities: { browserVersion: string } };
  // a busy machine is given all the time it takes
  await talk.ask('WebDriver:SetTimeouts', { script: 280_000, pageLoad: 280_000 });
  const run = async (script: string) =>
    ((await talk.ask('WebDriver:ExecuteAsyncScript', { script: asynchronous(script), args: [] })) as Told).value;
  return {
    version: capabilities.browserVersion,
    open: async (url) => void (await talk.ask('WebDriver:Navigate', { url })),
    run,
    runInside: async (script) => {
      await talk.ask('Marionette:SetContext', { value: 'chrome' });
      const value = await run(script);
      await talk.ask('Marionette:SetContext', { value: 'content' });
      return value;
    },
    close: async () => {
      socket.destroy();
      await ended(browser);
      rmSync(profile, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

interface Told {
  readonly value: unknown;
}

/** The last argument takes the answer. */
function asynchronous(script: string): string {
  return `const done = arguments[arguments.length - 1];
(async () => { ${script} })().then(done, (error) => done({ fault: String(error) }));`;
}

async function portIn(profile: string): Promise<number> {
  for (;;) {
    try {
      const port = Number(readFileSync(join(profile, 'MarionetteActivePort'), 'utf8'));
      if (port > 0) return port;
    } catch {
      // not yet
    }
    await later(100);
  }
}

function connected(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => resolve(socket));
    socket.once('error', reject);
  });
}

function ended(browser: ChildProcess): Promise<unknown> {
  const over = new Promise((resolve) => browser.once('close', resolve));
  try {
    process.kill(-(browser.pid as number), 'SIGKILL');
  } catch {
    return Promise.resolve(); // has ended by itself
  }
  return over;
}

/** Questions and answers over the socket, in order. */
class Talk {
  private readonly socket: Socket;
  private readonly waiting: Map<number, { readonly resolve: (value: unknown) => void; readonly reject: (error: Error) => void }> =
    new Map();
  private read: Buffer = Buffer.alloc(0);
  private next = 1;

  constructor(socket: Socket) {
    this.socket = socket;
    socket.on('data', (part: Buffer) => {
      this.read = Buffer.concat([this.read, part]);
      this.take();
    });
    socket.on('close', () => {
      for (const { reject } of this.waiting.values()) reject(new Error('Firefox hung up'));
    });
  }

  ask(command: string, parameters: object): Promise<unknown> {
    const number = this.next++;
    const text = JSON.stringify([0, number, command, parameters]);
    this.socket.write(`${Buffer.byteLength(text)}:${text}`);
    return new Promise((resolve, reject) => this.waiting.set(number, { resolve, reject }));
  }

  private take(): void {
    for (;;) {
      const colon = this.read.indexOf(':');
      const length = Number(this.read.subarray(0, Math.max(0, colon)).toString());
      if (colon < 0 || this.read.length < colon + 1 + length) return;
      const message = JSON.parse(this.read.subarray(colon + 1, colon + 1 + length).toString('utf8'));
      this.read = this.read.subarray(colon + 1 + length);
      // the first one introduces the browser
      if (!Array.isArray(message)) continue;
      const [, number, fault, value] = message as [number, number, { message: string } | null, unknown];
      const waiting = this.waiting.get(number);
      this.waiting.delete(number);
      if (fault === null) waiting?.resolve(value);
      else waiting?.reject(new Error(fault.message));
    }
  }
}
