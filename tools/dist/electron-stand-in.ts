import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** Marks the place of the fuses in Electron's binary (@electron/fuses). */
const sentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX'
/** Version of the fuses' format, and how many there are. */
const version = 1
const fuseCount = 9
const off = '0'

/**
 * A program with nine fuses, all off as written here. It says what it is when it is started, and
 * where the real one would have failed to start.
 */
const standIn = [
  Buffer.from(
    [
      '#!/bin/sh',
      'echo "coldpress: this package was made without Electron, to test packing. Its window cannot open; the command line works." >&2',
      'exit 1',
      '# ',
    ].join('\n'),
  ),
  Buffer.from(sentinel),
  Buffer.from([version, fuseCount]),
  Buffer.from(off.repeat(fuseCount)),
  Buffer.from('\n'),
]

/**
 * Lays out a folder that electron-builder takes for an unpacked Electron (Linux), where Electron
 * itself is not downloaded. Packages made of it are for tests: they carry no browser.
 */
export const layOutStandIn = (folder: string, electronVersion: string): void => {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'resources'), { recursive: true })
  writeFileSync(join(folder, 'electron'), Buffer.concat(standIn))
  writeFileSync(join(folder, 'chrome-sandbox'), '#!/bin/sh\nexit 1\n')
  for (const name of ['electron', 'chrome-sandbox']) chmodSync(join(folder, name), 0o755)
  writeFileSync(join(folder, 'version'), electronVersion)
  writeFileSync(join(folder, 'LICENSE'), 'A stand-in for Electron, made by tools/dist.\n')
}
