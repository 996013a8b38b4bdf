/** The worker's side of the conversation, without the worker: what comes in, and what goes out in answer. */
import { openSource } from '../source/open-source.ts';
import type { Opened } from '../source/opened.ts';
import { answerQuestion } from './answer.ts';
import { Graphics } from './graphics.ts';
import type { FromAsker, Progress, ToAsker } from './protocol.ts';

/** Takes messages one after the other: a question waits for the source to be opened, and for those before it. */
export class Asking {
  private readonly send: (message: FromAsker) => void;
  private readonly graphics: Graphics;
  private opened: Opened | null = null;
  private turn: Promise<void> = Promise.resolve();

  constructor(send: (message: FromAsker) => void, graphics: Graphics = new Graphics()) {
    this.send = send;
    this.graphics = graphics;
  }

  /** Resolves when it is done with it. */
  take(message: ToAsker): Promise<void> {
    if (message.kind === 'lose-graphics') {
      // in the middle of a question, if there is one
      this.graphics.lose();
      return Promise.resolve();
    }
    this.turn = this.turn.then(() => this.handle(message));
    return this.turn;
  }

  private async handle(message: ToAsker): Promise<void> {
    const number = message.kind === 'ask' ? message.number : null;
    try {
      if (message.kind === 'open') {
        this.opened = null;
        this.opened = await openSource(message.source, message.page);
        this.send({ kind: 'opened' });
      } else if (message.kind === 'move') {
        // what is not there, also because nothing was opened, cannot be in the way
        const { scene } = this.opened ?? {};
        if (scene?.obstacles.some(({ name }) => name === message.name)) scene.moveObstacle(message.name, message.pose);
      } else if (message.kind === 'ask') await this.answer(message.number, message.question);
    } catch (error) {
      this.send({ kind: 'failed', number, message: error instanceof Error ? error.message : String(error) });
    }
  }

  private async answer(number: number, question: Extract<ToAsker, { kind: 'ask' }>['question']): Promise<void> {
    // why, was said when it was to be opened
    if (this.opened === null) throw new Error('nothing is open to be asked about');
    const tell = (progress: Progress): void => this.send({ kind: 'progress', number, progress });
    const answer = await answerQuestion(this.opened, question, tell, this.graphics);
    this.send({ kind: 'answer', number, answer });
  }
}
