import { expect, it } from 'vitest'
import { compareVersions, version } from '#app/updates/version.ts'

it('orders versions as semver does: numbers as numbers, and a beta before its release', () => {
  const inOrder = [
    '0.9.10',
    '0.10.0-alpha',
    '0.10.0-alpha.1',
    '0.10.0-alpha.beta',
    '0.10.0-beta.2',
    '0.10.0-beta.11',
    '0.10.0',
    '0.10.1',
    '1.0.0',
  ]
  for (const [index, one] of inOrder.entries())
    for (const [against, other] of inOrder.entries())
      expect(Math.sign(compareVersions(one, other)), `${one} and ${other}`).toBe(
        Math.sign(index - against),
      )
})

it.each([
  '1',
  '1.2',
  'v1.2.3',
  '01.2.3',
  '1.2.3+build',
  '1.2.3-',
  `1.2.${'9'.repeat(30)}`,
  '1.2.3-01',
  '1.2.3-beta.007',
  `1.2.3-${'9'.repeat(10)}`,
  '',
])('refuses %s as a version', (text) => {
  expect(version.safeParse(text).success).toBe(false)
})

it.each(['1.2.3-0', '1.2.3-0a', '1.2.3-01a', '1.2.3-x.7.z.92', '1.2.3--'])(
  'takes %s as a version, as semver does',
  (text) => {
    expect(version.safeParse(text).success).toBe(true)
  },
)
