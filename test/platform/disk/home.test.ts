import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { homeError, homeOf } from '#platform/disk/home.ts'
import { temporaryFolder } from '../../support/folder-test.ts'

const systemError = (code: string): Error =>
  Object.assign(new Error(`${code}: refused by the system`), { code })

it('an empty choice is no data folder', () => {
  expect(() => homeOf('')).toThrow(expect.objectContaining({ code: 'usage' }))
  expect(homeOf(undefined).isDefault).toBe(true)
  expect(homeOf('prints')).toEqual({ path: resolve('prints'), isDefault: false })
})

describe('a data folder that cannot be used', () => {
  // Fault 19 of docs/faults.md.
  it.each(['EROFS', 'EACCES', 'EPERM'])(
    'is called read-only where it exists, and what is stored in it kept: %s',
    (code) => {
      const home = temporaryFolder()
      expect(homeError(home, '--home', systemError(code))).toMatchObject({
        code: 'read_only',
        message: expect.stringContaining('What is stored in it is kept'),
      })
    },
  )

  it('is answered with a way to name another one where it does not exist', () => {
    const home = join(tmpdir(), 'coldpress-no-such-folder')
    expect(homeError(home, '--home', systemError('EACCES'))).toMatchObject({
      code: 'usage',
      message: expect.stringContaining('with --home'),
    })
  })
})
