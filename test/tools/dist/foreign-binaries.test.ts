import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect } from 'vitest'
import { foreignBinaries } from '../../../tools/dist/check/foreign-binaries.ts'
import { folderTest as test } from '../../support/folder-test.ts'

const target = { platform: 'linux', arch: 'x64' } as const

const elf = (machine: number): Buffer => {
  const head = Buffer.alloc(64)
  head.write('\u007fELF', 'latin1')
  head.writeUInt16LE(machine, 18)
  return head
}

const machO = (processor: number): Buffer => {
  const head = Buffer.alloc(64)
  head.writeUInt32LE(0xfeedfacf, 0)
  head.writeUInt32LE(processor, 4)
  return head
}

const pe = (machine: number): Buffer => {
  const head = Buffer.alloc(128)
  head.write('MZ', 'latin1')
  head.writeUInt32LE(64, 60)
  head.write('PE\0\0', 64, 'latin1')
  head.writeUInt16LE(machine, 68)
  return head
}

const write = (folder: string, name: string, content: Buffer | string): void => {
  mkdirSync(dirname(join(folder, name)), { recursive: true })
  writeFileSync(join(folder, name), content)
}

describe('the binaries of a packed app', () => {
  test("native code of the package's own system and processor is accepted", ({ folder }) => {
    write(folder, 'electron', elf(0x3e))
    write(folder, 'node_modules/@img/sharp-linux-x64/lib/sharp.node', elf(0x3e))
    write(folder, 'node_modules/@napi-rs/keyring-linux-x64-gnu/keyring.node', elf(0x3e))
    write(folder, 'readme.txt', 'MZ is how a text may begin, too short to be a program')
    expect(foreignBinaries(folder, target)).toEqual([])
  })

  test.for([
    ['linux arm64', elf(0xb7)],
    ['darwin arm64', machO(0x0100000c)],
    ['win32 x64', pe(0x8664)],
  ] as const)(
    'native code for %s is refused by its bytes, whatever its name',
    ([what, bytes], { folder }) => {
      write(folder, 'lib/image.dat', bytes)
      expect(foreignBinaries(folder, target)).toEqual([`lib/image.dat: native code for ${what}`])
    },
  )

  test.for([
    '@img/sharp-linuxmusl-x64',
    '@img/sharp-libvips-darwin-arm64',
    '@img/sharp-wasm32',
    '@napi-rs/keyring-linux-x64-musl',
  ])(
    'a package of prebuilt binaries for another target is refused by its name: %s',
    (name, { folder }) => {
      write(folder, `node_modules/${name}/package.json`, '{}')
      expect(foreignBinaries(folder, target)).toEqual([
        expect.stringContaining(`node_modules/${name}/package.json: a package for `),
      ])
    },
  )
})
