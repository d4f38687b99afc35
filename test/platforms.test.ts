import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { notOnThisPlatform } from './support/platforms.ts'

const root = join(import.meta.dirname, '..')

it('Linux runs every test; macOS and Windows leave out named files, each of which exists', () => {
  expect(notOnThisPlatform('linux')).toEqual([])
  for (const platform of ['darwin', 'win32'] as const) {
    const left = notOnThisPlatform(platform)
    expect(left.length).toBeGreaterThan(0)
    expect(left.filter((path) => !existsSync(join(root, path)))).toEqual([])
  }
})
