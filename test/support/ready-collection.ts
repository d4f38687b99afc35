import { z } from 'zod'
import type { TestHome } from './coldpress.ts'
import { resourceJson, sample } from './resources.ts'

/** The sample's request without its royalty, so that its tokens can be minted at once. */
const plainSample = (): Readonly<Record<string, unknown>> => ({
  ...resourceJson('sample-collection.json'),
  royalty: undefined,
})

/** The sample collection with its 24 tokens, and ADA at its payment address when `ada` is given. */
export const readyCollection = async (home: TestHome, ada?: string): Promise<string> => {
  const file = home.file('plain.json', JSON.stringify(plainSample()))
  const made = await home.json(['collection', 'create', '--file', file])
  const { id } = z.object({ id: z.string() }).parse(made.document)
  await home.json(['import', sample, '--collection', id])
  if (ada !== undefined) await home.json(['mint', 'fund', '--collection', id, '--ada', ada])
  return id
}
