import { InputError } from '../math/input-error.ts';

/** An error that the command ends with a code of its own for. */
export class CodedError extends InputError {
  readonly exitCode: number;

  constructor(message: string, exitCode: number) {
    super(message);
    this.exitCode = exitCode;
  }
}
