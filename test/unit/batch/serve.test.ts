import { expect, test } from 'vitest';
import type { FromWorker, ToWorker } from '../../../src/batch/messages.ts';
import { serve } from '../../../src/batch/serve.ts';

/** A worker in this thread whose one service tells what its subject is, when it is let go on. */
function served() {
  const answers: FromWorker[] = [];
  let listener: (message: unknown) => void = () => {};
  let goOn = (): void => {};
  const held = new Promise<void>((resolve) => {
    goOn = resolve;
  });
  serve(
    {
      post: (message) => void answers.push(message as FromWorker),
      listen: (own) => {
        listener = own;
      },
    },
    {
      first: async () => async (_, context) => {
        await held;
        return context.opened((bytes) => bytes[0]);
      },
    },
  );
  return { answers, send: (message: ToWorker) => listener(message), goOn };
}

test('a subject that is sent again after it was forgotten is there for the tasks that follow', async () => {
  const { answers, send, goOn } = served();
  const task = (number: number, subject: string) => send({ kind: 'task', number, service: 'first', subject, payload: null });
  const bytes = (first: number) => Uint8Array.of(first);
  send({ kind: 'subject', id: 'a', bytes: bytes(1) });
  send({ kind: 'subject', id: 'b', bytes: bytes(2) });
  // it works on the first for long: what follows waits
  task(0, 'b');
  send({ kind: 'forget', id: 'a' });
  send({ kind: 'subject', id: 'a', bytes: bytes(3) });
  task(1, 'a');
  send({ kind: 'forget', id: 'a' });
  task(2, 'a');
  goOn();
  await expect.poll(() => answers.length).toBe(4);
  expect(answers.slice(1)).toMatchObject([
    { kind: 'done', number: 0, value: 2 },
    { kind: 'done', number: 1, value: 3 },
    { kind: 'failed', number: 2 },
  ]);
});
