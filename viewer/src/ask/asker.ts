import { openSource } from '../source/open-source.ts';
import type { Source } from '../source/opened.ts';
import type { Answer, Progress, Question } from './protocol.ts';

export class Asker {
  private readonly source: Source;

  constructor(source: Source) {
    this.source = source;
  }

  async ask(question: Question, onProgress?: (progress: Progress) => void): Promise<Answer> {
    const { scene, paths } = await openSource(this.source);
    onProgress?.({ done: 0, total: 0, words: 'asking' });
    const started = performance.now();
    const done = () => performance.now() - started;
    if (!('path' in question) || !('number' in question.path)) throw new Error('not yet');
    const { motions } = paths[question.path.number];
    switch (question.kind) {
      case 'first': {
        const result = scene.firstContact(motions, question.options);
        return {
          kind: 'first',
          result,
          lastSafe: result.status === 'contact' ? Math.max(0, result.time - 0.01) : null,
          milliseconds: done(),
        };
      }
      case 'stretches':
        return { kind: 'stretches', result: scene.contactIntervals(motions, { ...question.options, byPair: true }), milliseconds: done() };
      case 'clearance':
        return { kind: 'clearance', result: scene.clearance(motions), milliseconds: done() };
      case 'curve': {
        const { segments } = scene.clock(motions);
        const points = Array.from({ length: question.samples }, (_, i) => {
          const time = (i * segments) / (question.samples - 1);
          return { time, distance: scene.distanceAt(motions, time).distance };
        });
        return { kind: 'curve', points, milliseconds: done() };
      }
    }
  }

  cancel(): void {}

  close(): void {}
}
