/** Where documents may lead to outside of the repository. */
export const OUTSIDE: ReadonlySet<string> = new Set([
  'semver.org', // what versions mean
  'doi.org', // papers
  'arxiv.org', // papers
  'opensource.org', // licences
]);
