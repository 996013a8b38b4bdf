import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { unzipped } from '../../../../viewer/src/source/zip-reader.ts';
import { zipped } from '../../../../viewer/src/source/zip-writer.ts';

const LIMITS = { files: 100, bytes: 1_000_000 };
const text = (bytes: Uint8Array): string => new TextDecoder().decode(bytes);
const bytes = (content: string): Uint8Array => new TextEncoder().encode(content);
const base64 = (content: string): Uint8Array => new Uint8Array(Buffer.from(content, 'base64'));

/** Written to a stream by Python's zipfile: the sizes follow the data. */
const STREAMED = base64(
  'UEsDBBQACAAIANu6cF0AAAAAAAAAAAAAAAAPAAAAYXJtL3BhY2thZ2UueG1ssylITM5OTE+1s8lLzE21SyzKtdEHs2z0YTIAUEsHCPJuQwcbAAAAIwAAAFBLAwQUAAgICADbunBdAAAAAAAAAAAAAAAAFAAAAGFybS9tZXNoIGVzL8Okcm0ub2JqK1MwAEGuskFKAwBQSwcI6NGfmwsAAACgAAAAUEsBAhQDFAAIAAgA27pwXfJuQwcbAAAAIwAAAA8AAAAAAAAAAAAAAIABAAAAAGFybS9wYWNrYWdlLnhtbFBLAQIUAxQACAgIANu6cF3o0Z+bCwAAAKAAAAAUAAAAAAAAAAAAAACAAVgAAABhcm0vbWVzaCBlcy/DpHJtLm9ialBLBQYAAAAAAgACAH8AAAClAAAAAAA=',
);
/** With room for 64-bit sizes in front of the data only. */
const ROOMY = base64(
  'UEsDBC0AAAAIAAAAIQCPXQ5e//////////8HABQAYmlnLnR4dAEAEABkAAAAAAAAAAYAAAAAAAAAq6igPQAAUEsBAi0DLQAAAAgAAAAhAI9dDl4GAAAAZAAAAAcAAAAAAAAAAAAAAIABAAAAAGJpZy50eHRQSwUGAAAAAAEAAQA1AAAAPwAAAAAA',
);

/** A zip of one file, of which bytes of the directory's entry can be changed. */
function zipOf(name: string, content: string, change: (view: DataView, entry: number, end: number) => void = () => {}): Uint8Array {
  const zip = zipped({ [name]: bytes(content) });
  const view = new DataView(zip.buffer);
  const end = zip.length - 22;
  change(view, view.getUint32(end + 16, true), end);
  return zip;
}

describe('a zip', () => {
  it('that is written is read again', async () => {
    const files = { 'cell.json': bytes('{}'), 'meshes/ein Körper.obj': bytes('v 0 0 0\n'.repeat(1000)), empty: bytes('') };
    const zip = zipped(files);
    expect(await unzipped(zip, 'a.zip', LIMITS)).toEqual(files);
    expect(zipped(files)).toEqual(zip);
  });

  it('whose sizes follow the data, or that has a comment, is read', async () => {
    const files = await unzipped(STREAMED, 'a.zip', LIMITS);
    expect(Object.keys(files)).toEqual(['arm/package.xml', 'arm/mesh es/ärm.obj']);
    expect(text(files['arm/package.xml'])).toBe('<package><name>arm</name></package>');
    expect(text(files['arm/mesh es/ärm.obj'])).toBe('v 0 0 0\n'.repeat(20));
    expect(text((await unzipped(ROOMY, 'a.zip', LIMITS))['big.txt'])).toBe('x'.repeat(100));
    const commented = new Uint8Array([...STREAMED, ...bytes('made by hand')]);
    new DataView(commented.buffer).setUint16(STREAMED.length - 2, 12, true);
    expect(Object.keys(await unzipped(commented, 'a.zip', LIMITS)).length).toBe(2);
  });

  it.each(['../cell.json', 'a/../../b', '/etc/passwd', 'C:/a', 'a//b', './a', 'a\u0000b', '__proto__', 'a\\..\\b', ''])(
    'with the name %j is refused',
    async (name) => {
      await expect(unzipped(zipOf(name, 'x'), 'a.zip', LIMITS)).rejects.toThrow('leads out of it or is none');
    },
  );

  it.each<[string, (view: DataView, entry: number, end: number) => void, string]>([
    ['of the 64-bit kind', (view, _, end) => view.setUint32(end + 16, 0xffffffff, true), '(zip64)'],
    ['with a file of the 64-bit kind', (view, entry) => view.setUint32(entry + 24, 0xffffffff, true), '(zip64)'],
    ['that is locked', (view, entry) => view.setUint16(entry + 8, 1, true), 'locked with a password'],
    ['of an unusual method', (view, entry) => view.setUint16(entry + 10, 93, true), 'a method (93) that is not read'],
    ['that was split', (view, _, end) => view.setUint16(end + 4, 1, true), 'one part of a zip that was split'],
    ['with a wrong checksum', (view, entry) => view.setUint32(entry + 16, 7, true), 'is damaged: a.txt cannot be unpacked'],
    ['that says deflated and is not', (view, entry) => view.setUint16(entry + 10, 8, true), 'is damaged'],
    ['whose file is elsewhere', (view, entry) => view.setUint32(entry + 42, 9, true), 'is damaged'],
    ['whose directory is elsewhere', (view, _, end) => view.setUint32(end + 16, 3, true), 'is damaged in its directory'],
    ['whose directory is too long', (view, _, end) => view.setUint32(end + 12, 999, true), 'its directory does not fit'],
  ])('%s is refused in words', async (_, change, words) => {
    const zip = zipOf('a.txt', 'hello', change);
    await expect(unzipped(zip, 'a.zip', LIMITS)).rejects.toThrow(`a.zip`);
    await expect(unzipped(zip, 'a.zip', LIMITS)).rejects.toThrow(words);
  });

  it('that unfolds to more than it says, or than is read, is refused', async () => {
    const content = new Uint8Array(5000);
    const packed = deflateRawSync(content);
    await expect(unzipped(zipped({ a: content }), 'a.zip', { files: 1, bytes: 4999 })).rejects.toThrow('unfolds to more than');
    await expect(unzipped(zipped({ a: content, b: content }), 'a.zip', { files: 1, bytes: 99_999 })).rejects.toThrow(
      'holds 2 files; 1 are read',
    );
    // a deflated file of 5000 bytes that says 10
    const lying = zipped({ a: new Uint8Array(packed) });
    const view = new DataView(lying.buffer);
    const entry = view.getUint32(lying.length - 22 + 16, true);
    view.setUint16(entry + 10, 8, true);
    view.setUint32(entry + 24, 10, true);
    await expect(unzipped(lying, 'a.zip', LIMITS)).rejects.toThrow('is damaged: a cannot be unpacked');
  });

  it('leaves out folders and links, and refuses what is none', async () => {
    const link = zipOf('a.txt', 'hello', (view, entry) => view.setUint32(entry + 38, 0o120777 * 65_536, true));
    expect(await unzipped(link, 'a.zip', LIMITS)).toEqual({});
    expect(await unzipped(zipped({ 'folder/': bytes('') }), 'a.zip', LIMITS)).toEqual({});
    await expect(unzipped(bytes('hello'), 'a.zip', LIMITS)).rejects.toThrow('is no zip file');
    await expect(unzipped(new Uint8Array(0), 'a.zip', LIMITS)).rejects.toThrow('is no zip file');
  });
});
