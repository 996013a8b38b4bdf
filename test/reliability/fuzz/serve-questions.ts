// The child that the fuzzer kills: asks cases that it is told to ask, says before each which one it is, and what came of it. Lines of JSON both ways.

import process from 'node:process';
import { createInterface } from 'node:readline';
import { Random } from '../../../src/math/random.ts';
import type { AnyQuestion } from '../questions/question.ts';
import { caseOfText, textOfCase } from './case-text.ts';
import { judged, signatureOf } from './fault.ts';
import { minimised } from './minimise.ts';

type Command =
  | { readonly do: 'kinds' }
  | {
      readonly do: 'ask';
      readonly kind: string;
      readonly seed: string;
      readonly first: number;
      readonly count: number;
      readonly milliseconds: number;
    }
  | { readonly do: 'make'; readonly kind: string; readonly seed: string; readonly index: number }
  | { readonly do: 'one'; readonly kind: string; readonly text: string }
  | { readonly do: 'minimise'; readonly kind: string; readonly text: string; readonly tries: number };

export async function serveQuestions(questions: readonly AnyQuestion[]): Promise<void> {
  const say = (line: object): void => {
    process.stdout.write(`${JSON.stringify(line)}\n`);
  };
  say({ ready: true });
  for await (const line of createInterface({ input: process.stdin })) {
    const command = JSON.parse(line) as Command;
    const question = questions.find(({ kind }) => command.do !== 'kinds' && kind === command.kind);
    if (command.do === 'kinds') say({ kinds: questions.map(({ kind }) => kind) });
    else if (question === undefined) say({ unknown: command.kind });
    else if (command.do === 'ask') await ask(question, command, say);
    else if (command.do === 'make') say({ text: textOfCase(made(question, command.seed, command.index)) });
    else if (command.do === 'one') say({ verdict: await judged(question, caseOfText(command.text)) });
    else say({ text: await smaller(question, command.text, command.tries, say) });
  }
}

function made(question: AnyQuestion, seed: string, index: number): unknown {
  return question.make(new Random(`${seed} ${question.kind} ${index}`));
}

async function ask(
  question: AnyQuestion,
  { seed, first, count, milliseconds }: Extract<Command, { do: 'ask' }>,
  say: (line: object) => void,
): Promise<void> {
  const begun = performance.now();
  let [answered, refused, slowest] = [0, 0, 0];
  let index = first;
  for (; index < first + count && performance.now() - begun < milliseconds; index++) {
    say({ index });
    const start = process.cpuUsage();
    const given = made(question, seed, index);
    const verdict = await judged(question, given);
    const { user, system } = process.cpuUsage(start);
    slowest = Math.max(slowest, (user + system) / 1000);
    if (verdict.fate === 'answered') answered++;
    else if (verdict.fate === 'refused') refused++;
    else say({ index, fault: verdict.fault, signature: signatureOf(verdict.fault), text: textOfCase(given) });
  }
  say({ done: { next: index, answered, refused, slowest, bytes: process.memoryUsage().rss } });
}

async function smaller(question: AnyQuestion, text: string, tries: number, say: (line: object) => void): Promise<string> {
  const given = caseOfText(text);
  const first = await judged(question, given);
  if (first.fate !== 'fault') return text;
  const signature = signatureOf(first.fault);
  let tried = 0;
  const shows = async (other: unknown): Promise<boolean> => {
    say({ index: tried++ });
    const verdict = await judged(question, other);
    return verdict.fate === 'fault' && signatureOf(verdict.fault) === signature;
  };
  return textOfCase(await minimised(given, shows, tries));
}
