import { mkdir, mkdtemp } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { test } from 'vitest'
import type { ImportRequest } from '#app/imports/inputs/inputs.ts'
import { planImport } from '#app/imports/plan/plan.ts'
import type { Plan, PlannedToken } from '#app/imports/plan/plan-types.ts'
import { proposedTemplate } from '#app/imports/propose/check-proposal.ts'
import { type Content, writeFiles } from '../formats/fixture.ts'
import { freshFolder, openImporter, openStudio, removeFolder, requestFor } from '../harness.ts'

const payoutAddress = 'addr_test1vz2fxv2umyhttkxyxp8x0dlpdt3k6cwng5pxj3jhsydzerspjrlsz'

/** Small images, each of another colour. */
export const makeImages = async (folder: string, ...names: readonly string[]): Promise<void> => {
  for (const [at, name] of names.entries()) {
    const background = { r: (at * 53) % 256, g: (at * 97) % 256, b: 60 }
    const file = join(folder, name)
    await mkdir(dirname(file), { recursive: true })
    await sharp({ create: { width: 16, height: 16, channels: 3, background } }).toFile(file)
  }
}

type Asked = Partial<Pick<ImportRequest, 'columns' | 'priceIn' | 'format'>> & {
  /** The rules whose fixes the table gets. */
  readonly rules?: readonly string[]
}

/** Tests that share a studio and an importer; each has a folder of its own. */
export const proposalTest = test
  .extend('home', { scope: 'file' }, async ({}, { onCleanup }) => {
    const home = await freshFolder()
    onCleanup(() => removeFolder(home))
    return home
  })
  .extend('studio', { scope: 'file' }, async ({ home }, { onCleanup }) => {
    const studio = await openStudio(home)
    onCleanup(() => studio.close())
    return studio
  })
  .extend('importer', { scope: 'file' }, async ({ home, studio }, { onCleanup }) => {
    const importer = await openImporter(home, studio.baseUrl)
    onCleanup(() => importer.close())
    return importer
  })
  .extend('folder', async ({ home }) => {
    const parent = await mkdtemp(join(home, 'art-'))
    return join(parent, 'night-moths')
  })
  /**
   * What becomes of the files of a folder: its proposal, and the dry run of the same folder into the
   * collection that is made of it. The tokens are those after the fixes that are asked for.
   */
  .extend(
    'planProposed',
    ({ folder, studio: { client }, importer: { imports } }) =>
      async (files: Readonly<Record<string, Content>>, { rules, ...choices }: Asked = {}) => {
        await writeFiles(folder, files)
        const proposal = await imports.propose({ folder, opensAll: true, ...choices })
        // Nothing is made of a proposal that has a question about the whole table.
        if (proposal.open?.rows === null) {
          const open = [proposal.open.rule]
          return { proposal, tokens: [], open, left: open, notes: [proposal.open.message] }
        }
        const { id } = await client.createCollection({
          name: proposal.name,
          payout_address: payoutAddress,
          policy: { lock: false },
          metadata: proposedTemplate(proposal),
        })
        const request = requestFor(folder, id, { opensAll: true, ...choices })
        const dry = await imports.plan(request)
        const given = { ...(await imports.inputs(request)), settings: request.settings }
        const fixed = rules && (await imports.fixTable(given, new Set(rules)))
        const plan = fixed === undefined ? dry : planImport({ ...given, table: fixed.table })
        return {
          proposal,
          tokens: plan.tokens.map(rowOf),
          /** The rules that stop the import before and after the fixes. */
          open: stoppingRules(dry),
          left: stoppingRules(plan),
          notes: dry.issues.map(({ message }) => message),
        }
      },
  )

const stoppingRules = ({ issues }: Pick<Plan, 'issues'>): readonly string[] => [
  ...new Set(issues.flatMap(({ severity, rule }) => (severity === 'error' ? rule : []))),
]

/** A token by its words. */
const rowOf = ({ assetName, request, image }: PlannedToken) => ({
  assetName,
  name: request.name,
  image: image.kind === 'file' ? image.file.name : image.kind === 'ipfs' ? image.uri : image.url,
  attributes: {
    ...Object.fromEntries(
      (request.metadata_attributes ?? []).map(({ tag, value }) => [tag.slice(1, -1), value]),
    ),
    ...request.custom_attributes,
  },
  ...(request.price === undefined ? {} : { price: request.price }),
})
