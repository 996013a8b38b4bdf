import { expect, test } from 'vitest';
import { InputError } from '../../../src/index.ts';
import { CodedError } from '../../../src/words/coded-error.ts';
import { ANSWERS_DIFFER, TRY_AGAIN } from '../../../src/words/exit-code.ts';

test('it is told as bad input is, and ends the command with a code of its own', () => {
  for (const code of [TRY_AGAIN, ANSWERS_DIFFER]) {
    const error = new CodedError('why', code);
    expect(error).toBeInstanceOf(InputError);
    expect([error.message, error.exitCode]).toEqual(['why', code]);
  }
});
