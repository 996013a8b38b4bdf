import { InputError } from './input-error.ts';

/**
 * Lets one question at a time into an object that owns scratch memory. Motions, trackers, finders and answers are the
 * caller's code and run in the middle of a question; one that asks the same object again would overwrite what the first
 * question is made of. Between `enter` and `leave`, which belongs into a finally, nothing else gets in.
 */
export class Exclusive {
  private readonly whose: string;
  private readonly advice: string;
  private busy = false;

  constructor(whose: string, advice = 'make another one') {
    this.whose = whose;
    this.advice = advice;
  }

  enter(): void {
    if (this.busy) throw new InputError(`this ${this.whose} is answering a query already; ${this.advice}`);
    this.busy = true;
  }

  leave(): void {
    this.busy = false;
  }
}
