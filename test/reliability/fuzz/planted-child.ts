// Questions with faults planted in them: what the fuzzer must find.
import process from 'node:process';
import type { Random } from '../../../src/math/random.ts';
import type { AnyQuestion } from '../questions/question.ts';
import { serveQuestions } from './serve-questions.ts';

const letters = (random: Random): string[] => Array.from({ length: 40 }, () => random.pick('abcdefgh'));

function planted(kind: string, answer: (given: string) => unknown, doubt: (given: string) => string | null = () => null): AnyQuestion {
  return {
    kind,
    make: (random: Random) => ({ content: letters(random).join('') }),
    answer: ({ content }) => answer(content),
    doubt: ({ content }) => doubt(content),
  };
}

await serveQuestions([
  planted('sound', () => 1),
  planted('throws', (content) => (content.includes('ab') ? (undefined as unknown as string).length : 1)),
  planted(
    'doubtful',
    () => 1,
    (content) => (content.includes('cd') ? `cd at ${content.indexOf('cd')}` : null),
  ),
  planted('dies', (content) => (content.includes('ef') ? process.kill(process.pid, 'SIGKILL') : 1)),
  {
    kind: 'endless',
    make: (random: Random) => ({ letters: letters(random) }),
    // without burning the processor: the fuzzer sees no difference
    answer: ({ letters: given }) => (given[0] === 'c' ? new Promise((resolve) => setTimeout(resolve, 3_600_000)) : 1),
    doubt: () => null,
  },
]);
