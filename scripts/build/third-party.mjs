// Notices of what others wrote and a bundle holds: name, version, licence and its text, of every package of which a module is in it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The last package on the way to a module. */
const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/@][^\\/]*)[\\/]/;
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** `plugin` notes the packages of every bundle that is made with it; `text` tells them. */
export function thirdParty() {
  const folders = new Set();
  return {
    plugin: {
      name: 'third-party',
      generateBundle: (_, bundle) => {
        for (const { moduleIds = [] } of Object.values(bundle)) for (const id of moduleIds) noteFolder(id, folders);
      },
    },
    text: () => noticesOf([...folders]),
  };
}

function noteFolder(id, folders) {
  const folder = PACKAGE.exec(id)?.[1];
  if (folder !== undefined && existsSync(join(folder, 'package.json'))) folders.add(folder);
}

/** Of packages in these folders, by name. */
export function noticesOf(folders) {
  const notices = folders.map((folder) => {
    const { name, version, license = 'licence unknown', author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder)
      .filter((file) => LICENCE_FILE.test(file))
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    const by = typeof author === 'object' ? author.name : author;
    const owner = by === undefined ? '' : `Copyright ${by}\n`;
    return { name, text: `${name} ${version} (${license})\n\n${texts.length === 0 ? owner : `${texts.join('\n\n')}\n`}` };
  });
  const sorted = notices.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ text }) => text);
  return `What others wrote and this folder holds, with their licences.\n\n${sorted.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
