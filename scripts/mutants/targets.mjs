// The verdict logic, and the tests that have to notice every fault in it: few and fast, because they run once per mutant.
// `names`: only these functions and constants of a file.
export const TARGETS = [
  { file: 'src/contact/start-rule.ts', tests: ['test/unit/contact/start-rule.test.ts'] },
  { file: 'src/contact/leaving.ts', tests: ['test/unit/contact/leaving.test.ts'] },
  { file: 'src/contact/budget.ts', tests: ['test/unit/contact/budget.test.ts'] },
  { file: 'src/scene/search/start-pairs.ts', tests: ['test/unit/scene/search/start-pairs.test.ts'] },
  { file: 'src/words/exit-code.ts', tests: ['test/unit/words/exit-code.test.ts'] },
  {
    file: 'src/words/scene-judgement.ts',
    names: ['notJudged', 'isNeverJudged'],
    tests: ['test/unit/words/exit-code.test.ts', 'test/unit/cli/check/exit-codes.test.ts'],
  },
];
