import { describe, expect, it } from 'vitest';
import { Asker, type AskerPort, Cancelled } from '../../../../viewer/src/ask/asker.ts';
import { Asking } from '../../../../viewer/src/ask/asking.ts';
import type { FromAsker, Question, ToAsker } from '../../../../viewer/src/ask/protocol.ts';
import { openSource } from '../../../../viewer/src/source/open-source.ts';

const SOURCE = { kind: 'gallery', id: 'hammer' } as const;
const FIRST: Question = { kind: 'first', path: { number: 0 }, options: {} };

/** A worker that is none: messages are copied as between page and worker. */
class Port implements AskerPort {
  static started = 0;
  onmessage: AskerPort['onmessage'] = null;
  onerror: AskerPort['onerror'] = null;
  private ended = false;
  private readonly asking = new Asking((message: FromAsker) => {
    if (!this.ended) this.onmessage?.({ data: structuredClone(message) });
  });

  constructor() {
    Port.started++;
  }

  postMessage(message: ToAsker): void {
    void this.asking.take(structuredClone(message));
  }

  terminate(): void {
    this.ended = true;
  }
}

describe('an asker', () => {
  it('asks one worker, in order', async () => {
    Port.started = 0;
    const asker = new Asker(SOURCE, () => new Port());
    const [a, b] = await Promise.all([asker.ask(FIRST), asker.ask({ kind: 'curve', path: { number: 0 }, samples: 5 })]);
    expect([a.kind, b.kind]).toEqual(['first', 'curve']);
    const { scene, paths } = await openSource(SOURCE);
    expect(a.kind === 'first' && a.result).toEqual(scene.firstContact(paths[0].motions));
    expect(Port.started).toBe(1);
    asker.close();
    await expect(asker.ask(FIRST)).rejects.toThrow(Cancelled);
  });

  it('is cancelled, and starts another worker for the next question', async () => {
    Port.started = 0;
    const asker = new Asker(SOURCE, () => new Port());
    const given = asker.ask(FIRST);
    asker.cancel();
    await expect(given).rejects.toThrow(Cancelled);
    expect((await asker.ask(FIRST)).kind).toBe('first');
    expect(Port.started).toBe(2);
    // nothing is asked: nothing to end
    asker.cancel();
    expect((await asker.ask(FIRST)).kind).toBe('first');
    expect(Port.started).toBe(2);
  });

  it('says what is wrong with the source, and with a question', async () => {
    const nowhere = new Asker({ kind: 'gallery', id: 'nowhere' }, () => new Port());
    await expect(nowhere.ask(FIRST)).rejects.toThrow("the gallery has nothing called 'nowhere'");
    const asker = new Asker(SOURCE, () => new Port());
    await expect(asker.ask({ kind: 'first', path: { number: 99 }, options: {} })).rejects.toThrow('there is no path 99');
    await expect(asker.ask({ kind: 'first', path: { number: 0 }, options: { clearance: -1 } })).rejects.toThrow('clearance');
    expect((await asker.ask(FIRST)).kind).toBe('first');
  });

  it('tells every worker where obstacles were moved to', async () => {
    const asker = new Asker(SOURCE, () => new Port());
    asker.moveObstacle('piece', { position: [0, 0, 10_000] });
    asker.moveObstacle('nobody', { position: [0, 0, 0] });
    const away = await asker.ask(FIRST);
    expect(away.kind === 'first' && away.result.status).toBe('free');
    const given = asker.ask(FIRST);
    asker.cancel();
    await expect(given).rejects.toThrow(Cancelled);
    const again = await asker.ask(FIRST);
    expect(again.kind === 'first' && again.result.status).toBe('free');
    asker.moveObstacle('piece', { position: [0, 0, 0] });
    const back = await asker.ask(FIRST);
    expect(back.kind === 'first' && back.result.status).toBe('contact');
  });

  it('tells when its worker ends by itself', async () => {
    let port: Port | undefined;
    const asker = new Asker(SOURCE, () => {
      port = new Port();
      return port;
    });
    const given = asker.ask(FIRST);
    port?.onerror?.({ message: 'out of memory' });
    await expect(given).rejects.toThrow('out of memory');
  });
});
