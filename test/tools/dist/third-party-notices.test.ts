import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { thirdPartyNotices } from '../../../tools/dist/third-party-notices.ts'

const root = join(import.meta.dirname, '..', '..', '..')

it('the third-party notices name every package of the list of licences, with the text of each that is installed', () => {
  const listed = z
    .array(z.object({ name: z.string(), version: z.string(), licence: z.string() }))
    .parse(JSON.parse(readFileSync(join(root, 'resources', 'licences.json'), 'utf8')))
  const notices = thirdPartyNotices(root)
  for (const { name, version, licence } of listed)
    expect(notices).toContain(`${name} ${version} (${licence})`)
  const text = (path: string): string =>
    readFileSync(join(root, 'node_modules', path), 'utf8').trim()
  expect(notices).toContain(text('fastify/LICENSE'))
  expect(notices).toContain(text('react/LICENSE'))
})
