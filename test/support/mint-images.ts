import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { TestHome } from './coldpress.ts'
import { herbarium } from './prints.ts'

const created = z.object({ id: z.string(), policy: z.object({ policy_id: z.string() }) })
const done = z.object({ status: z.literal('completed') })

/** Mints a token on the devnet for each image address. @returns the policy ID */
export const mintImages = async (home: TestHome, images: readonly string[]): Promise<string> => {
  const file = home.file('collection.json', JSON.stringify(herbarium))
  const made = await home.json(['collection', 'create', '--file', file])
  const { id, policy } = created.parse(made.document)
  const rows = images.map((image, at) => `Leaf${at + 10},Leaf ${at + 10},${image},image/png,sepia`)
  const folder = join(home.dir, 'leaves')
  mkdirSync(folder)
  const head = 'asset_name,name,image,media_type,ink'
  writeFileSync(join(folder, 'tokens.csv'), [head, ...rows].join('\n'))
  await home.json(['import', folder, '--collection', id])
  await home.json(['mint', 'fund', '--collection', id, '--ada', '100'])
  const to = ['--to', herbarium.payout_address]
  const build = ['mint', 'build', '--collection', id, '--tokens', 'all', ...to, '--wait', '--yes']
  done.parse((await home.json(build)).document)
  return policy.policy_id
}
