// vitest for bundled tests, as it is but for `expect`: vitest's own counts its calls (for expect.assertions, which nobody uses here) by
// copying all of its state, property by property, which takes longer than most of what is expected [docs/notes/test-time.md].
import { chai, TestRunner, expect as vitests } from 'vitest';

export * from 'vitest';

export const expect = new Proxy(vitests, {
  apply(_, __, [value, message]) {
    const assertion = chai.expect(value, message);
    chai.util.flag(assertion, 'vitest-test', TestRunner.getCurrentTest());
    return assertion;
  },
});
