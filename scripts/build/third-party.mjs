// Notices of what others wrote and a bundle holds: name, version, licence and its text, of every package of which a module is in it.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The last package on the way to a module. */
const PACKAGE = /^(.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/@][^\\/]*)[\\/]/;
const LICENCE_FILE = /^(licen[cs]e|copying|notice)/i;

/** Of a licence that some packages name without a copy of it. */
const ISC = `Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby granted,
provided that the above copyright notice and this permission notice appear in all copies.

THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL IMPLIED
WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT, INDIRECT, OR
CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN AN ACTION OF CONTRACT,
NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR PERFORMANCE OF THIS SOFTWARE.
`;

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

/** Of packages in these folders, by name. `copies`: texts of licences that packages name without a copy of them, beside ISC. */
export function noticesOf(folders, copies = {}) {
  const notices = folders.map((folder) => {
    const { name, version, license = 'licence unknown', author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const texts = readdirSync(folder)
      .filter((file) => LICENCE_FILE.test(file))
      .sort()
      .map((file) => readFileSync(join(folder, file), 'utf8').trim());
    const by = typeof author === 'object' ? author.name : author;
    // the shorter ones are nothing without whose they are
    const copy = license === 'Apache-2.0' || by !== undefined ? { ISC, ...copies }[license] : undefined;
    // nobody may hand out what says nothing of its licence
    if (texts.length === 0 && copy === undefined) throw new Error(`${name} ${version} (${license}) has no copy of its licence`);
    return {
      name,
      text: `${name} ${version} (${license})\n\n${texts.length === 0 ? `${by === undefined ? '' : `Copyright ${by}\n\n`}${copy}` : `${texts.join('\n\n')}\n`}`,
    };
  });
  const sorted = notices.sort((a, b) => (a.name < b.name ? -1 : 1)).map(({ text }) => text);
  return `What others wrote and this folder holds, with their licences.\n\n${sorted.join(`\n${'-'.repeat(80)}\n\n`)}`;
}
