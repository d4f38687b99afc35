import {
  chmodSync,
  chownSync,
  mkdirSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { describe, expect } from 'vitest'
import { windowFolder } from '#main/shell/window-folder.ts'
import { folderTest as it } from '../support/folder-test.ts'

const user = process.getuid?.() ?? 0
const isRoot = user === 0

/** A home that cannot be written: a file has its name. */
const unusableHome = (folder: string): string => {
  writeFileSync(join(folder, 'home'), '')
  return join(folder, 'home')
}

const expectFresh = (chosen: string, planted: string): void => {
  expect(chosen).not.toBe(planted)
  expect(readdirSync(chosen)).toEqual([])
  expect(statSync(chosen)).toMatchObject({ uid: user })
  expect(statSync(chosen).mode & 0o777).toBe(0o700)
}

describe.skipIf(process.platform === 'win32')(
  'a profile that somebody laid out in the folder for temporary files is not the window’s',
  () => {
    it('where others can write it', ({ folder }) => {
      const planted = join(folder, `coldpress-window-${user}`)
      mkdirSync(planted)
      chmodSync(planted, 0o777)
      writeFileSync(join(planted, 'Preferences'), 'planted')
      expectFresh(windowFolder(unusableHome(folder), folder), planted)
    })

    it('where it is a link', ({ folder }) => {
      const planted = join(folder, `coldpress-window-${user}`)
      mkdirSync(join(folder, 'theirs'), { mode: 0o700 })
      symlinkSync(join(folder, 'theirs'), planted)
      expectFresh(windowFolder(unusableHome(folder), folder), planted)
    })

    it.runIf(isRoot)('where it belongs to another user', ({ folder }) => {
      const planted = join(folder, `coldpress-window-${user}`)
      mkdirSync(planted, { mode: 0o700 })
      chownSync(planted, 12_345, 12_345)
      expectFresh(windowFolder(unusableHome(folder), folder), planted)
    })

    it('while its own folder there is used again', ({ folder }) => {
      const home = unusableHome(folder)
      const first = windowFolder(home, folder)
      expect(windowFolder(home, folder)).toBe(first)
      expect(windowFolder(join(folder, 'writable'), folder)).toBe(
        join(folder, 'writable', 'window'),
      )
    })
  },
)
