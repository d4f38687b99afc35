import { afterEach, describe, expect, it, vi } from 'vitest'
import { ownMounts } from './own-mounts.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.restoreAllMocks()
})

describe('mounts that the system refuses', () => {
  it.runIf(process.platform === 'linux')('fail a run in CI, which is to test everything', () => {
    vi.stubEnv('CI', 'true')
    expect(() => ownMounts('a full disk', ['false'])).toThrow('NOT TESTED: a full disk.')
  })

  it('are said aloud elsewhere, with what is not tested', () => {
    vi.stubEnv('CI', '')
    const warn = vi.spyOn(console, 'warn').mockReturnValue()
    expect(ownMounts('a full disk', ['false'])).toMatchObject({ isAllowed: false })
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      expect.stringMatching(/^NOT TESTED: a full disk\./u),
    )
  })
})
