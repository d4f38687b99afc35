import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { issueRules } from '#core/imports/table/issues.ts'

const words = join(import.meta.dirname, '../../../../src/renderer/text/en/import-rules.ts')

/** By its address: the window's files and the engine's are not compiled together. */
const catalogue = z.object({ importRules: z.record(z.string(), z.string().min(1)) })

it('every rule has a name in the window, and no other has', async () => {
  const { importRules } = catalogue.parse(await import(pathToFileURL(words).href))
  expect(Object.keys(importRules).toSorted()).toEqual(Object.keys(issueRules).toSorted())
})
