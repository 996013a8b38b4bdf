// The API reference of every door, the guides, measurements and notes as one folder of pages. They find words without a server's
// help and ask no other host for anything. What typedoc warns about (a link that leads nowhere, a type in a signature that no door
// exports) fails the build. node scripts/site/docs.mjs FOLDER writes them by themselves.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Application, Converter, LogLevel } from 'typedoc';
import { doors } from '../doors.mjs';
import { ROOT } from '../run.mjs';

/** The documents by the heading they stand under, in this order. */
const DOCUMENTS = {
  Guides: [
    'docs/guides/your-robot.md',
    'docs/guides/first-contact.md',
    'docs/guides/answers.md',
    'docs/guides/robots.md',
    'docs/guides/two-robots.md',
    'docs/guides/timing.md',
    'docs/guides/cells.md',
    'docs/guides/planning.md',
    'docs/guides/pick-and-place.md',
    'docs/guides/lines.md',
    'docs/guides/loops.md',
    'docs/guides/uncertainty.md',
    'docs/guides/capabilities.md',
    'docs/guides/proofs.md',
    'docs/guides/dragging.md',
    'docs/guides/point-clouds.md',
    'docs/guides/soft.md',
    'docs/guides/many-bodies.md',
    'docs/guides/in-a-page.md',
    'docs/guides/graphics-hardware.md',
    'docs/guides/commands.md',
  ],
  Examples: ['examples/README.md', 'examples/coin-toss/README.md', 'examples/cluster/README.md'],
  'Guarantee and words': ['docs/guarantee.md', 'docs/reliability.md', 'docs/vocabulary.md'],
  Measurements: [
    'docs/bench-rigid.md',
    'docs/bench-robots.md',
    'docs/bench-soft.md',
    'docs/bench-bodies.md',
    'docs/bench-casts.md',
    'docs/bench-cells.md',
    'docs/bench-gpu.md',
    'docs/planners.md',
  ],
  Inside: ['docs/architecture.md', 'CONTRIBUTING.md', 'SECURITY.md', 'CHANGELOG.md'],
  Notes: [],
};

/** Where a document goes that is not in the list above: a new guide or note appears by itself. */
const GROUP_OF_FOLDER = { 'docs/guides': 'Guides', 'docs/notes': 'Notes', docs: 'Inside' };

const REFERENCE = 'API reference';

/** Builds the pages; resolves to what typedoc complained about, empty when all is well. */
export async function buildDocs(out) {
  process.chdir(ROOT);
  const groups = documentGroups();
  const app = await Application.bootstrap({ ...options(groups), out });
  nameThings(app.converter, groups);
  const complaints = [];
  app.logger.log = (message, level) => {
    if (level >= LogLevel.Warn) complaints.push(message);
  };
  const project = await app.convert();
  if (project === undefined) return ['typedoc could not read the sources', ...complaints];
  app.validate(project);
  await app.generateOutputs(project);
  return complaints;
}

function options(groups) {
  return {
    name: 'inbetween',
    includeVersion: true,
    basePath: ROOT,
    // These are patterns, from the working folder: no special sign in the path to it matters.
    entryPoints: doors().map(({ entry }) => entry),
    tsconfig: join(ROOT, 'tsconfig.build.json'),
    skipErrorChecking: true, // npm test compiles the same sources
    readme: join(ROOT, 'README.md'),
    projectDocuments: [...groups.values()].flat(),
    markdownItOptions: { html: true, linkify: false }, // else `rounding.md` in a sentence becomes a host in Moldova
    excludeExternals: true,
    excludePrivate: true,
    excludeProtected: true,
    excludeInternal: true,
    disableSources: true,
    disableGit: true,
    hideGenerator: true,
    githubPages: false,
    includeHierarchySummary: false,
    externalSymbolLinkMappings: { typescript: { '*': '#' }, '@types/node': { '*': '#' } },
    customCss: join(ROOT, 'site', 'docs.css'),
    highlightLanguages: ['ts', 'js', 'json', 'jsonc', 'jsonl', 'sh', 'csv', 'xml', 'yaml', 'html', 'jsx', 'tsx'],
    searchInComments: false,
    searchInDocuments: true,
    sortEntryPoints: false,
    sort: ['kind', 'alphabetical'],
    locales: { en: { kind_plural_module: REFERENCE } },
    groupOrder: ['Guides', 'Examples', REFERENCE, ...groups.keys(), '*'],
    searchGroupBoosts: { Classes: 2, Functions: 2, Guides: 1.5, Notes: 0.5 },
    headings: { readme: false, document: false },
    markdownItLoader: showCodeInHeadings,
    navigation: { includeGroups: true },
    // parts of the engine that a method is given, as they stand in the sources: CONTRIBUTING.md says which of them to use
    intentionallyNotExported: [
      ...['MovingPair', 'StartRule', 'Budget', 'Outcome', 'PairStack', 'PairQueue', 'Closest', 'LeavesWithin'],
      ...['ScenePairs', 'NearPairs', 'SceneSearch', 'StartPairs', 'SceneOutcome', 'ResolvedMotions'],
    ],
    validation: {
      notExported: true,
      invalidLink: true,
      invalidPath: true,
      rewrittenLink: true,
      notDocumented: false,
      unusedMergeModuleWith: true,
    },
  };
}

/** Doors under the names they are imported by, documents under their first heading and in their group. */
function nameThings(converter, groups) {
  const doorOf = new Map(doors().map(({ name, entry }) => [entry.replace(/\/index\.ts$/, ''), name]));
  const groupOf = new Map([...groups].flatMap(([group, files]) => files.map((file) => [titleOf(read(file)), group])));
  converter.on(Converter.EVENT_CREATE_DOCUMENT, (_, document) => {
    document.name = titleOf(document.content.map(({ text }) => text).join(''));
    document.frontmatter.group = groupOf.get(document.name);
  });
  converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => {
    for (const module of project.children ?? []) {
      if (!doorOf.has(module.name)) throw new Error(`no door has the entry ${module.name}`);
      module.name = doorOf.get(module.name);
    }
  });
}

/** Typedoc makes anchors and the list "On this page" of a heading's plain text alone; `code` in it counts here, as it does on the web. */
function showCodeInHeadings(parser) {
  parser.core.ruler.push('code-in-headings', ({ tokens }) => {
    const headings = tokens.filter((_, i) => tokens[i - 1]?.type === 'heading_open');
    for (const code of headings.flatMap(({ children }) => children).filter(({ type }) => type === 'code_inline')) {
      code.children = [{ type: 'text', content: code.content }];
    }
  });
}

/** Group to files: those listed that exist, then the rest of docs/ in the order of names. */
function documentGroups() {
  const groups = new Map(Object.entries(DOCUMENTS).map(([group, files]) => [group, [...files]]));
  const listed = new Set([...groups.values()].flat());
  for (const name of readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' }).sort()) {
    const file = `docs/${name.replaceAll('\\', '/')}`;
    if (file.endsWith('.md') && !listed.has(file)) groups.get(GROUP_OF_FOLDER[file.slice(0, file.lastIndexOf('/'))] ?? 'Inside').push(file);
  }
  return groups;
}

function titleOf(markdown) {
  const heading = /^# (.+)$/m.exec(markdown);
  if (heading === null) throw new Error(`a document without a heading: ${markdown.slice(0, 80)}`);
  return heading[1].replaceAll('`', '');
}

function read(file) {
  return readFileSync(join(ROOT, file), 'utf8');
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const complaints = await buildDocs(process.argv[2]);
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) process.exitCode = 1;
}
